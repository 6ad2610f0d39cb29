import type { NotificationConfiguration } from '../../api/contract/platform/notifications.ts';
import { relatedIds } from '../../api/contract/relationships.ts';
import { maskUrls } from '../../base/secrets.ts';
import { differences, valuesOf } from '../resources/comparison.ts';
import { notification } from '../resources/notification.ts';
import { hasPassed } from './verification.ts';

/** A workspace and its configurations. */
export interface Audited {
  workspace: string;
  configurations: readonly NotificationConfiguration[];
}

/** The kinds of findings, in the order of the report. */
export const findingNames = [
  'no-configuration',
  'disabled',
  'delivery-failed',
  'delivery-old',
  'plain-http',
  'same-destination',
  'different-settings',
] as const;

export interface Finding {
  workspace: string;
  finding: (typeof findingNames)[number];
  id: string | null;
  name: string | null;
  detail: string;
}

type About = Omit<Finding, 'workspace' | 'id' | 'name'>;

/** Returns all findings, by workspace. A last delivery before `oldest` counts as old. */
export function findingsIn(audited: readonly Audited[], oldest: Date): Finding[] {
  const usualByName = usualSettings(audited);
  return audited.flatMap(({ configurations, workspace }): Finding[] => {
    if (configurations.length === 0) {
      const detail = 'The workspace has no notification configuration.';
      return [{ workspace, finding: 'no-configuration', id: null, name: null, detail }];
    }
    const destinations = new Map<string, NotificationConfiguration>();
    return configurations.flatMap((row) => {
      const findings = [
        ...ownFindings(row, oldest),
        ...sameDestination(row, destinations),
        ...differentSettings(row, workspace, usualByName),
      ];
      return findings.map((about) => ({ workspace, id: row.id, name: row.attributes.name ?? null, ...about }));
    });
  });
}

/** Returns the findings that a configuration shows by itself, without a comparison with others. */
function ownFindings(row: NotificationConfiguration, oldest: Date): About[] {
  const { enabled, url } = row.attributes;
  const findings: About[] = [];
  if (enabled === false) findings.push({ finding: 'disabled', detail: 'It sends nothing.' });
  const [last] = row.attributes['delivery-responses'] ?? [];
  const sentAt = last?.['sent-at'] ?? undefined;
  if (hasPassed(row) === false) {
    const response = last?.code ? `The destination responded with ${last.code}` : 'The destination did not respond';
    findings.push({ finding: 'delivery-failed', detail: `${response}${sentAt ? ` at ${sentAt}` : ''}.` });
  } else if (sentAt !== undefined && Date.parse(sentAt) < oldest.getTime()) {
    findings.push({ finding: 'delivery-old', detail: `The last delivery was at ${sentAt}.` });
  }
  if (url && /^http:/i.test(url)) {
    findings.push({ finding: 'plain-http', detail: `${maskUrls(url)} is not encrypted.` });
  }
  return findings;
}

/** Returns a finding if an earlier configuration of the workspace has the same destination. */
function sameDestination(row: NotificationConfiguration, seen: Map<string, NotificationConfiguration>): About[] {
  const { 'destination-type': kind, url } = row.attributes;
  const destination = JSON.stringify([kind, url ?? relatedIds(row, 'users')]);
  const earlier = seen.get(destination);
  if (earlier) {
    return [{ finding: 'same-destination', detail: `${nameOf(earlier)} has the same destination.` }];
  }
  seen.set(destination, row);
  return [];
}

/** By name of a configuration: the settings that most configurations of the name have, and the first workspace with these settings. */
type Usual = Map<string, { name: string; settings: Settings; workspace: string; count: number }>;
type Settings = Record<string, unknown>;

function usualSettings(audited: readonly Audited[]): Usual {
  const groups: Usual = new Map();
  for (const { configurations, workspace } of audited) {
    for (const row of configurations) {
      const [name, settings] = [row.attributes.name ?? '', settingsOf(row)];
      const key = JSON.stringify([name, settings]);
      const count = (groups.get(key)?.count ?? 0) + 1;
      groups.set(key, { name, settings, workspace, ...groups.get(key), count });
    }
  }
  const usual: Usual = new Map();
  for (const group of groups.values())
    if (group.count > (usual.get(group.name)?.count ?? 0)) usual.set(group.name, group);
  return usual;
}

function differentSettings(row: NotificationConfiguration, workspace: string, usual: Usual): About[] {
  const { settings, workspace: other } = usual.get(row.attributes.name ?? '')!;
  const different = differences(settings, settingsOf(row)).map(({ attribute }) => attribute);
  if (different.length === 0) return [];
  const place = other === workspace ? 'the other one of this name' : `the one in ${other}`;
  return [{ finding: 'different-settings', detail: `${different.join(', ')}: not as in ${place}.` }];
}

function settingsOf(row: NotificationConfiguration): Settings {
  const { name: _, ...settings } = valuesOf(notification, row, {});
  return settings;
}

const nameOf = ({ attributes, id }: NotificationConfiguration) => (attributes.name ? `"${attributes.name}"` : id);
