import { organizationName } from '../../cli/lookup.ts';
import { collect } from '../../cli/set-flag.ts';
import { commaSeparated, knowing, oneOf } from '../../cli/values.ts';
import { action, type Command } from '../../cli/verb.ts';
import { isOfSite, type PartName, partNames } from '../../platform/resources/index.ts';
import { exportCalls } from '../../platform/site/calls.ts';
import { documentSentence, platformJobs, recordText } from '../site/flags.ts';

const part = oneOf(partNames);

function parts(text: string, others: readonly PartName[] | undefined): PartName[] {
  return [...(others ?? []), ...commaSeparated(text).map(part)];
}

export const noun = action({
  text: `${documentSentence} Writes the live site as a document for svc diff and svc apply: YAML, or JSON with -o json, in a stable order. Secrets cannot be read;
comments show where they belong. A part that the edition does not have is omitted. What the token cannot read is omitted and named
on stderr; a part that is requested with --only is then an error (exit 4), and the name of the document has these parts. Notifications with equal attributes are one entry for all their workspaces.`,
  flags: (command: Command) =>
    command
      .option('--only <parts>', `only these parts: ${partNames.join(', ')}; repeatable`, knowing(partNames, parts))
      .option(
        '-w, --workspace <pattern>',
        'only notifications of these workspaces; may contain * and ?; repeatable',
        collect,
      )
      .option('--record <file>', recordText)
      .addOption(platformJobs()),
  calls: exportCalls,
  examples: [
    'svc export > site.yaml',
    'svc export --only notifications,teams',
    "svc export --only notifications -w 'network-*'",
  ],
  async run(context, { jobs, only, record: typed, workspace }) {
    const { output, settings } = context;
    const [{ exportSite }, { recordOf }, { startReading }, { printable, printableYaml }] = await Promise.all([
      import('../../platform/site/export.ts'),
      import('../site/documents.ts'),
      import('../site/plan.ts'),
      import('../../cli/terminal/printable.ts'),
    ]);
    const needsOrganization = only === undefined || !only.every(isOfSite);
    const organization = needsOrganization
      ? await organizationName(context)
      : (settings.lookup('organization')?.value ?? '');
    const how = { jobs, message: 'Reading the site' };
    const record = recordOf(organization, typed, context);
    const { spinner, ...reading } = startReading({ organization, record }, how, context);
    const exporting = exportSite({ ...reading, only, workspaces: workspace });
    const { document, omitted, yaml } = await exporting.finally(() => spinner.stop());
    for (const each of omitted) output.warn(`Omitted ${printable(each).replace(/\.?$/, '.')}`);
    await output.text(printableYaml(yaml), document);
  },
});
