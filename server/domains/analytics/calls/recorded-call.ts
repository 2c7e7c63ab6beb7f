import type { CallEvent } from '#contract/engine/engine-calls.ts';
import { countryOfNumber } from '#server/platform/phone-number.ts';
import type { RecordedCall } from './record-calls.service.ts';

/** An engine's call as statistics record it, with the caller's country. */
export const recordedCall = ({
  type: _type,
  codec: _codec,
  lost: _lost,
  digits: _digits,
  ...call
}: CallEvent): RecordedCall => ({ ...call, country: countryOfNumber(call.caller) });
