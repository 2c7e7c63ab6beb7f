import { errors, type ErrorCode } from '#contract/texts/errors.ts';
import type { Case } from './cases.ts';
import type { Answer } from './operations.ts';
import { canary } from './tenants.ts';

/** The response; of an event stream only the beginning of its text. */
export type Reply = { status: number; headers: Record<string, string>; text: string };

export type Problem = {
  kind: 'server error' | 'undeclared' | 'shape' | 'foreign data' | 'foreign key accepted';
  detail: string;
};

export type Judge = (sent: Case, reply: Reply) => Problem | undefined;

/**
 * Finds what is wrong with an answer: a server error, a status or shape that the document does not declare, or data of
 * the second tenant. `mayBeAway` allows 503, for when a part of the product is not running.
 */
export const createJudge =
  (problemOfError: Answer['problem'], { mayBeAway }: { mayBeAway: boolean }): Judge =>
  (sent, reply) =>
    wrongStatus(reply, mayBeAway) ?? undeclared(sent, reply, problemOfError) ?? foreign(sent, reply);

const wrongStatus = ({ status, text }: Reply, mayBeAway: boolean): Problem | undefined => {
  // 501: features that an external sign-in service handles itself.
  if (status < 500 || status === 501 || (mayBeAway && status === 503)) return undefined;
  return { kind: 'server error', detail: `${status} ${text.slice(0, 300)}` };
};

const undeclared = (
  { operation, method }: Case,
  reply: Reply,
  problemOfError: Answer['problem'],
): Problem | undefined => {
  const { status, text } = reply;
  if (method === 'HEAD') return undefined;
  if (status >= 400) return wrongRefusal(reply, operation.classes, problemOfError);
  const type = reply.headers['content-type']?.split(';')[0];
  const answers = operation.answers.filter((one) => one.status === status);
  if (answers.length === 0) return { kind: 'undeclared', detail: `${status} is not declared` };
  const answer = answers.find((one) => one.type === undefined || isOfType(type, one.type));
  if (!answer)
    return {
      kind: 'undeclared',
      detail: `${status} came as ${type}, declared as ${answers.map((one) => one.type).join(' or ')}`,
    };
  if (answer.type !== 'application/json') return undefined;
  const problem = answer.problem(JSON.parse(text));
  return problem === undefined ? undefined : { kind: 'shape', detail: `${status} ${problem}: ${text.slice(0, 200)}` };
};

/** A file matches any type of its declared kind (audio or image), whatever format was uploaded. */
const isOfType = (type: string | undefined, declared: string): boolean => {
  const declaredType = declared.split(';')[0] ?? '';
  return (
    type === declaredType ||
    (/^(audio|image)\//.test(declaredType) && type?.split('/')[0] === declaredType.split('/')[0])
  );
};

const wrongRefusal = (
  { status, headers, text }: Reply,
  classes: ReadonlySet<string>,
  problemOfError: Answer['problem'],
): Problem | undefined => {
  if (!classes.has(String(status)[0] ?? '')) return { kind: 'undeclared', detail: `${status} is not declared` };
  if (!headers['content-type']?.startsWith('application/json'))
    return { kind: 'shape', detail: `${status} came as ${headers['content-type']}: ${text.slice(0, 200)}` };
  const body = JSON.parse(text) as { error?: { code?: string } };
  const problem = problemOfError(body);
  if (problem !== undefined) return { kind: 'shape', detail: `${status} ${problem}: ${text.slice(0, 200)}` };
  const [declaredStatus] = errors[body.error?.code as ErrorCode];
  return declaredStatus === status
    ? undefined
    : { kind: 'shape', detail: `${body.error?.code} came with ${status}, declared with ${declaredStatus}` };
};

const foreign = ({ role, isForeign, operation }: Case, { status, headers, text }: Reply): Problem | undefined => {
  if (role === 'portalAdmin') return undefined;
  const answer = `${text} ${Object.values(headers).join(' ')}`;
  const at = answer.indexOf(canary);
  if (at >= 0) return { kind: 'foreign data', detail: `${status} …${answer.slice(Math.max(0, at - 100), at + 100)}…` };
  if (isForeign && !operation.isOpen && status < 400)
    return { kind: 'foreign key accepted', detail: `${status} ${text.slice(0, 200)}` };
  return undefined;
};
