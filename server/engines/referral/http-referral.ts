import type { Outbound } from '#server/kernel/kernel.ts';
import type { ReferralAccount, ReferralEngine } from './port.ts';

const bounds = { maxBytes: 100_000, timeoutMs: 10_000 };

/** A tracker with a JSON API: `POST {url}/clicks` and `POST {url}/customers`, with its token as bearer. */
export const httpReferral = (outbound: Outbound): ReferralEngine => {
  const post = async ({ url, token }: ReferralAccount, path: string, json: object): Promise<void> => {
    const bearer = token === '' ? {} : { bearer: token };
    const reply = await outbound.post(`${url.replace(/\/+$/, '')}/${path}`, json, { ...bounds, ...bearer });
    if (reply.status >= 300) throw new Error(`The referral tracker returned ${String(reply.status)} for ${path}.`);
  };
  return {
    click: (at, code) => post(at, 'clicks', { code }),
    customer: (at, customer) => post(at, 'customers', customer),
  };
};
