import type { Command } from 'commander';
import { explain } from '../../cli/help.ts';
import { run } from '../../cli/run.ts';
import { oneOf } from '../../cli/values.ts';
import { configurationIn } from './configuration.ts';
import { branchView } from './lock-view.ts';
import { toolOption } from './tool.ts';

const graphs = ['mermaid', 'dot'] as const;

export function registerTree(module: Command): void {
  explain(module.command('tree'), {
    notes: `Drawn from svc.modules.lock.json alone. What is called more than once in one version is marked as shared, and what is there in several versions as such. As JSON it is an array of calls with what they call in "modules"; in columns each call is a line, under its path. --graph prints the text of a drawing: there a shared module is one node, and one in several versions is bold.`,
    examples: [
      'svc module lock infra && svc module tree infra',
      'svc module lock infra && svc module tree infra --graph mermaid',
      'svc module lock infra && svc module tree infra --graph dot',
    ],
  })
    .description('Show which module calls which')
    .argument('[dir]', 'folder of the configuration')
    .option('--graph <language>', `the text of a drawing: ${graphs.join(' or ')}`, oneOf(graphs))
    .addOption(toolOption())
    .action(
      run(async (context, { graph, tool }, typed) => {
        const { output } = context;
        const { dir } = await configurationIn(context, typed, tool);
        const [{ requireLock }, { treeOf }, { dotText, mermaidText, treeText }] = await Promise.all([
          import('../../lock/lock-disk.ts'),
          import('../../lock/tree.ts'),
          import('../../lock/graph.ts'),
        ]);
        const branches = treeOf(requireLock(dir).modules);
        if (graph === 'dot') return output.text(dotText('.', branches));
        if (graph === 'mermaid') return output.text(mermaidText('.', branches));
        await output.drawn(branchView, branches, treeText('.', branches));
      }),
    );
}
