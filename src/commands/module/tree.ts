import { joined } from '../../base/text.ts';
import { oneOf } from '../../cli/values.ts';
import { type Command, verb } from '../../cli/verb.ts';
import { requireLock } from '../../modules/lock/lock-file.ts';
import { graphText, treeOf, treeText } from '../../modules/lock/tree.ts';
import { configurationIn } from './configuration.ts';
import { branchView } from './lock-view.ts';
import { toolOption } from './tool.ts';

const graphs = ['mermaid', 'dot'] as const;

export const tree = verb({
  words: 'tree',
  about: 'Show the tree of module calls',
  text: `A tree shows which module calls which, as the lock, svc.modules.lock.json, records it. Reads only the lock. Modules that are called several times in one version are marked as shared, and modules with several
versions are marked too, with at most 100 of the others. -o json prints an array of calls, with their own calls in "modules". --graph prints a graph in which a shared module is
one node, and one with several versions is bold.`,
  flags: (command: Command) =>
    command
      .argument('[dir]', 'folder of the configuration (default: the current folder)')
      .option('--graph <language>', `print a graph: ${joined(graphs, 'or')}`, oneOf(graphs))
      .addOption(toolOption()),
  examples: [
    'svc module lock infra && svc module tree infra',
    'svc module lock infra && svc module tree infra --graph mermaid',
    'svc module lock infra && svc module tree infra --graph dot',
  ],
  async run(context, { graph, ...flags }, typed) {
    const { output } = context;
    const { dir } = await configurationIn(context, typed, flags);
    const branches = treeOf(requireLock(dir).modules);
    if (graph) return output.text(graphText(graph, '.', branches));
    await output.list(branchView, branches, '', treeText('.', branches));
  },
});
