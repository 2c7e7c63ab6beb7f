import type { StationKey } from '#contract/rules/keys.ts';
import type { AudioEngine } from '#server/engines/audio/port.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import { sendStored } from '#server/kernel/http/range.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import type { LiveHub } from '#server/platform/live-hub.ts';
import { askForNumber } from './ask-for-number.ts';
import { decideRequest, setNumbers } from './decide-request.ts';
import { hearAsCaller } from './hear-as-caller.ts';
import { importNumbers } from './import-numbers.ts';
import * as line from './line.service.ts';
import { addNumber, changeNumber, listNumbers, removeNumber } from './portal-numbers.ts';
import { listRequests } from './portal-requests.ts';
import { promptAudio, promptLocation, removePrompt, setPrompt } from './prompt.ts';
import { telephonyHealth } from './push-telephony.ts';
import { changeTelephonySettings, telephonySettings } from './settings.ts';
import { addTrunk, changeTrunk, listTrunks, removeTrunk } from './trunks.ts';

/** Handlers of call-to-listen; the tokens of the call-control service name the station. */
export const telephonyRoutes = (
  kernel: Kernel,
  { live, audio }: { live: LiveHub; audio: AudioEngine },
): Handlers<'telephony'> => {
  const deps = { ...kernel, live, audio };
  const stationOf = ({ token }: { token: { resource: string } }): StationKey => token.resource as StationKey;
  return {
    stations: ({ params }) => line.accountLines(kernel.db, params.id),
    line: ({ params }) => line.stationLine(deps, params.id),
    request: ({ params, who }) => line.lineRequest(kernel, params.key, who),
    setRequest: ({ params, body, who }) => askForNumber(kernel, params.key, body, who),
    token: async ({ params, who }) => ({
      stationId: params.key,
      token: await kernel.tokens.sign('ctl', params.key, who.id),
    }),
    setPrompt: async (call) => {
      const { location, ...saved } = await setPrompt(deps, stationOf(call), call.file, call.who);
      call.reply.header('location', location);
      return saved;
    },
    hasPrompt: async (call) => {
      call.reply.header('location', await promptLocation(deps, stationOf(call), call.who));
    },
    removePrompt: (call) => removePrompt(deps, stationOf(call)),
    prompt: async (call) => {
      const path = await promptAudio(kernel.db, stationOf(call), call.params.revision);
      return await sendStored(kernel.storage, path, call.request, { type: 'audio/mpeg' });
    },
    listen: (call) => hearAsCaller(kernel, stationOf(call), call.signal),
    numbers: ({ query }) => listNumbers(kernel, query),
    addNumber: ({ body }) => addNumber(kernel, body),
    importNumbers: ({ body }) => importNumbers(kernel, body.csv),
    changeNumber: ({ params, body }) => changeNumber(kernel, params.did, body),
    removeNumber: ({ params }) => removeNumber(kernel, params.did),
    requests: ({ query }) => listRequests(kernel.db, query),
    decide: ({ params, body, who }) => decideRequest(kernel, params.key, body, who),
    setNumbers: ({ params, body, who }) => setNumbers(kernel, params.key, body.numbers, who),
    trunks: () => listTrunks(kernel),
    addTrunk: ({ body }) => addTrunk(kernel, body),
    changeTrunk: ({ params, body }) => changeTrunk(kernel, params.trunkId, body),
    removeTrunk: ({ params }) => removeTrunk(kernel, params.trunkId),
    health: () => telephonyHealth(kernel),
    settings: () => telephonySettings(kernel.db),
    setSettings: ({ body }) => changeTelephonySettings(kernel, body),
  };
};
