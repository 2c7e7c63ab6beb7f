import { telephonyAdmin } from '#contract/api/telephony-admin.ts';
import { telephony } from '#contract/api/telephony.ts';
import { numbersOf } from './calls.ts';
import type { CreatedStation } from './create-stations.ts';
import { compose } from './music.ts';
import type { PortalClient } from './portal-client.ts';

const promptSeconds = 6;

/** Gives each station two phone numbers of the sandbox and a welcome prompt; what is there already stays. */
export const createLines = async (call: PortalClient, staged: CreatedStation[]): Promise<void> => {
  const second = staged.map((at) => `${numbersOf(at)[1]},US,Chicago`);
  await call(telephonyAdmin.importNumbers, { body: { csv: ['did,country,label', ...second].join('\n') } });
  for (const at of staged) await createLine(call, at);
};

const createLine = async (call: PortalClient, at: CreatedStation): Promise<void> => {
  const { numbers, prompt } = await call(telephony.line, { params: { id: at.station } });
  if (numbers.length === 0)
    await call(telephonyAdmin.setNumbers, {
      params: { key: at.station },
      body: { numbers: numbersOf(at).map((did, i) => ({ did, main: i === 0 })) },
    });
  if (prompt) return;
  const { token } = await call(telephony.token, { params: { key: at.station } });
  const [piece] = at.of.pieces;
  if (!piece) return;
  const wav = new Uint8Array(compose({ ...piece, seconds: promptSeconds }));
  const file = new File([wav], `Welcome to ${at.of.name}.wav`, { type: 'audio/wav' });
  await call(telephony.setPrompt, { params: { key: at.station }, file }, token);
};
