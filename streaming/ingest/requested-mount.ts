import { parseForm } from '#streaming/base/form.ts';
import { studioPath } from '#contract/engine/studio-wire.ts';
import { mountPassword } from './credentials.ts';
import { headEnd, parseHead } from './request-head.ts';

/**
 * The mount that an encoder or a browser studio names in its first bytes; undefined where it names it only later, as
 * Shoutcast 2 does.
 */
export const requestedMount = (bytes: Buffer): string | undefined => {
  const end = headEnd(bytes);
  const head = end < 0 ? undefined : parseHead(bytes.toString('latin1', 0, end));
  if (!head) return mountPassword(bytes.toString('utf8').split(/\r?\n/)[0] ?? '')?.mount;
  const form = parseForm(head.query);
  const isAdmin = head.path === '/admin.cgi' || head.path.startsWith('/admin/');
  const mount = isAdmin
    ? (form.get('mount') ?? mountPassword(form.get('pass') ?? '')?.mount)
    : head.path.replace(studioPath, '/');
  return mount?.replace(/^\//, '') || undefined;
};
