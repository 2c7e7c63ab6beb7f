import { callEvent, type Call, type CallMedia, type SoundSession } from './call.ts';
import { createCallSound } from './call-sound.ts';
import type { CallsContext } from './calls.ts';
import type { Codec } from './sip/sdp.ts';
import type { Prompt } from './sound/prompts.ts';

/** What a call sends: its prompt, and then its station, which is decoded from now on. */
export const openSound = <Session extends SoundSession>(
  { sounds }: Pick<CallsContext, 'sounds'>,
  call: Call,
  { session, codec, prompt }: { session: Session; codec: Codec; prompt: Prompt | undefined },
): CallMedia & { session: Session } => {
  const sound = createCallSound({ session, station: sounds.take(call.station), codec, prompt });
  return { session, sound, codec, prompt_ms: prompt?.ms ?? 0 };
};

/** The call is answered, and its sound begins; nothing happens where it has begun. */
export const beginCall = (context: Pick<CallsContext, 'now' | 'journal' | 'changed'>, call: Call): void => {
  if (call.answered !== null || !call.media) return;
  call.answered = context.now();
  call.media.sound.start();
  const event = callEvent(call, { end: 'lost', reason: '' }, call.answered);
  context.journal.answered({ event, prompt_ms: call.media.prompt_ms });
  context.changed();
};
