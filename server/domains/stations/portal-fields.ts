import { isDeepStrictEqual } from 'node:util';
import { mayDo, type Role } from '#contract/rules/permissions.ts';
import type { Station } from '#contract/api/station.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Changes } from './change-station.ts';

const portalFields = [
  'station_service_type',
  'activation_status',
  'exclusive',
  'featured',
  'environment',
  'zosa',
] as const;
const portalSettings = ['project_type', 'fingerprint_category', 'call_in_allowed', 'studio_allowed'] as const;

const portalOnly = 'Only portal administrators can change this.';
const accountOnly = 'Only account owners and admins can change this.';

/**
 * The changes the caller may make. Fields they may not change are dropped if sent back unchanged, and refused (403),
 * per field, if changed.
 */
export const permittedChanges = (
  body: Changes,
  before: Station,
  { who, roles }: { who: Person; roles: readonly Role[] },
): Changes => {
  const fields: Record<string, string> = {};
  const changes: Changes = { ...body, ...(body.radio_server_settings && settingsOf(body)) };
  // Sent back unchanged, it may stand for the paid add-on, which must not become the administrators' choice.
  if (changes.featured === before.featured) delete changes.featured;
  if (!who.isPortalAdmin) {
    for (const name of portalFields) leaveOut(changes, before, name, fields, portalOnly);
    const settings = changes.radio_server_settings;
    for (const name of portalSettings)
      if (settings)
        leaveOut(settings, before.radio_server_settings, name, fields, portalOnly, 'radio_server_settings.');
  }
  if (!mayDo('station.decideForAccount', roles)) {
    leaveOut(changes, before, 'billing_owner', fields, accountOnly);
    const isDefault = before.tags.includes('default');
    if (changes.tags && changes.tags.includes('default') !== isDefault) fields['tags'] = accountOnly;
  }
  if (Object.keys(fields).length > 0) refuse('session.forbidden', {}, fields);
  return changes;
};

const settingsOf = ({ radio_server_settings }: Changes) => ({ radio_server_settings: { ...radio_server_settings } });

const leaveOut = <N extends string>(
  from: { [K in N]?: unknown },
  before: { [K in N]: unknown },
  name: N,
  fields: Record<string, string>,
  message: string,
  prefix = '',
): void => {
  if (from[name] !== undefined && !isDeepStrictEqual(from[name], before[name])) fields[prefix + name] = message;
  delete from[name];
};
