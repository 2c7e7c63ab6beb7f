import * as z from 'zod/mini';
import type { Outbound } from '#server/kernel/kernel.ts';
import type { VatAnswer, VatNumber, VatRegister } from './port.ts';

const url = 'https://ec.europa.eu/taxation_customs/vies/rest-api/check-vat-number';
const maxBytes = 64 * 1024;

/**
 * The register of the European Commission (VIES), by its REST service. Numbers that it can't parse are invalid; everything else that
 * isn't an answer means that the member state's register is unavailable.
 */
export const viesRegister = (outbound: Pick<Outbound, 'post'>, at = url): VatRegister => {
  const ask = async (
    { country, number }: VatNumber,
    requester: VatNumber | null,
    timeoutMs: number,
  ): Promise<VatAnswer> => {
    const question = {
      countryCode: country,
      vatNumber: number,
      ...(requester && { requesterMemberStateCode: requester.country, requesterNumber: requester.number }),
    };
    const { status, body } = await outbound.post(at, question, { maxBytes, timeoutMs });
    const reply = Reply.safeParse(jsonOf(body));
    if (!reply.success) return { state: 'unavailable', reason: `its reply ${String(status)} has an unknown form` };
    return answerOf(reply.data);
  };
  return {
    async check(number, { requester, timeoutMs }) {
      try {
        const answer = await ask(number, requester, timeoutMs);
        const isRefused = answer.state === 'unavailable' && answer.reason === 'INVALID_REQUESTER_INFO';
        return isRefused ? await ask(number, null, timeoutMs) : answer;
      } catch (error) {
        return { state: 'unavailable', reason: String(error) };
      }
    },
  };
};

const Reply = z.object({
  valid: z.optional(z.boolean()),
  name: z.optional(z.nullable(z.string())),
  address: z.optional(z.nullable(z.string())),
  requestIdentifier: z.optional(z.nullable(z.string())),
  userError: z.optional(z.string()),
  errorWrappers: z.optional(z.array(z.object({ error: z.string() }))),
});

/** `userError` says VALID or INVALID beside an answer, and otherwise why there is none. */
const answerOf = ({ valid, errorWrappers, userError, ...facts }: z.infer<typeof Reply>): VatAnswer => {
  const error = errorWrappers?.[0]?.error ?? (userError && answers.has(userError) ? undefined : userError);
  if (error === 'INVALID_INPUT') return { state: 'invalid' };
  if (error !== undefined && error !== '') return { state: 'unavailable', reason: error };
  if (valid === undefined) return { state: 'unavailable', reason: 'it gave no answer' };
  if (!valid) return { state: 'invalid' };
  return {
    state: 'valid',
    name: textOf(facts.name, 300),
    address: textOf(facts.address, 500),
    consultation: textOf(facts.requestIdentifier, 100),
  };
};
const answers = new Set(['VALID', 'INVALID']);

/** Some member states give dashes instead of a name. */
const textOf = (text: string | null | undefined, max: number): string | null => {
  const given = (text ?? '').trim();
  return /^-*$/.test(given) ? null : given.slice(0, max);
};

const jsonOf = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
};
