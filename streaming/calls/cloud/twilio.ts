import { headerIn, nothingToSay, type Carrier, type HookReply } from './carrier.ts';
import { isSignedByTwilio } from './signatures.ts';

/** RESTRICTED, BLOCKED, UNKNOWN, ANONYMOUS and UNAVAILABLE on a telephone's keys: numbers that are withheld. */
const withheld = new Set(['+7378742833', '+2562533', '+8656696', '+266696687', '+86282452253']);
const ended = ['completed', 'busy', 'failed', 'no-answer', 'canceled'];

/** Twilio: its voice webhook is answered with TwiML, which has the call's sound connected. It starts no other request. */
export const twilio: Carrier = {
  read(hook) {
    const { trunk, address, body } = hook;
    const form = new URLSearchParams(body);
    const signature = headerIn(hook, 'x-twilio-signature');
    if (trunk.secret === null || !isSignedByTwilio(trunk.secret, address, form, signature)) return undefined;
    if (trunk.username !== null && form.get('AccountSid') !== trunk.username) return undefined;
    const [carrierCall, status, from] = ['CallSid', 'CallStatus', 'From'].map((name) => form.get(name) ?? '');
    if (!carrierCall || ended.includes(status ?? '')) return carrierCall ? { kind: 'ended', carrierCall } : 'other';
    return { kind: 'call', carrierCall, to: form.get('To') ?? '', from: withheld.has(from ?? '') ? '' : (from ?? '') };
  },
  accept: (_call, soundUrl) => twiml(`<Connect><Stream url="${soundUrl}"/></Connect>`),
  refuse: (_call, status) => twiml(`<Reject reason="${status === 486 ? 'busy' : 'rejected'}"/>`),
  // A call whose sound is disconnected ends, as nothing follows in its TwiML.
  hangUp: () => undefined,
  settled: () => Promise.resolve(),
};

const twiml = (verbs: string): HookReply => ({
  ...nothingToSay,
  ...{ type: 'text/xml', body: `<?xml version="1.0" encoding="UTF-8"?><Response>${verbs}</Response>` },
});
