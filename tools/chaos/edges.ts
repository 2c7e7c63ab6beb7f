import { setTimeout as pause } from 'node:timers/promises';
import { openEdgeStage, sessionsOf, type EdgeStage, type WholeSession } from '#streaming/edge/testing/edge-stage.ts';
import { listenToNumbers, type NumberedListener } from '#streaming/edge/testing/numbered-stream.ts';

type Options = { upgrades: number; listeners: number };

/** Connections made at the same time. */
const atOnce = 50;
/** Listeners of an upgrade continue for so long before the next one. */
const betweenMs = 1000;
/** An edge's counts reach the engine within seconds, on a machine that does nothing else. */
const countedMs = 120_000;
const stationCount = 4;
/** An upgrade takes less, so that the track is not over before. */
const longestUpgradeSeconds = 20;
/** A player bridges its burst. */
const longestSilenceMs = 5000;
/** Listeners at the engine itself: what they miss, the machine was too busy for. */
const besideCount = 5;

/**
 * Upgrades an edge again and again while listeners are connected, half of them with metadata, and checks each byte that they
 * receive. Afterwards each must have been counted as one session.
 */
export const chaosEdges = async ({ upgrades, listeners }: Options): Promise<string[]> => {
  const stage = await openEdgeStage({
    seconds: 300 + upgrades * longestUpgradeSeconds,
    stations: Array.from({ length: stationCount }, () => ({})),
  });
  const heard: NumberedListener[] = [];
  const beside: NumberedListener[] = [];
  const durations: number[] = [];
  let failed = 0;
  try {
    const { mount } = stage.stations[0]!;
    while (heard.length === 0) {
      const first = await listenToNumbers({ port: stage.edgePort, path: `/${mount}` }).catch(() => undefined);
      if (first) heard.push(first);
      else await pause(200);
    }
    while (heard.length < listeners) {
      const count = Math.min(atOnce, listeners - heard.length);
      const some = Array.from({ length: count }, (_, index) => {
        const at = heard.length + index;
        const { mount: own } = stage.stations[at % stationCount]!;
        return listenToNumbers({ port: stage.edgePort, path: `/${own}`, metadata: at % 2 === 0 });
      });
      heard.push(...(await Promise.all(some)));
    }
    for (let count = 0; count < besideCount; count++)
      beside.push(await listenToNumbers({ port: stage.streamPort, path: `/${mount}` }));
    for (const listener of [...heard, ...beside]) listener.silenceMs = 0;
    for (let count = 1; count <= upgrades; count++) {
      const start = performance.now();
      const former = stage.logged('a former process of the edge has ended');
      const { msg, reason } = await stage.upgrade();
      if (msg === 'upgraded') await former;
      else failed += 1;
      durations.push(performance.now() - start);
      const lost = heard.filter(({ isOpen }) => !isOpen).length;
      console.log(`${String(count).padStart(4)} ${durations.at(-1)!.toFixed(0)} ms, ${lost} lost ${reason ?? ''}`);
      await pause(betweenMs);
      // Else events of a long run wait in the engine.
      await stage.slices();
    }
    const lost = heard.filter(({ isOpen }) => !isOpen).length;
    const connected = heard.filter(({ isOpen }) => isOpen);
    const all = [...heard, ...beside];
    const received = all.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const listener of all) listener.close();
    const sessions = await settled(stage.slices, all.length);
    const sum = (figure: 'lost' | 'doubled' | 'wrong' | 'frames'): number =>
      heard.reduce((total, listener) => total + listener[figure], 0);
    const silences = connected.map(({ silenceMs }) => silenceMs);
    const besideSilences = beside.map(({ silenceMs }) => silenceMs);
    console.log(
      tableOf([
        ['upgrades, of which failed', `${upgrades}, ${failed}`],
        ['listeners, of which lost', `${heard.length}, ${lost}`],
        ['frames received, of which checked', `${sum('frames')}, all`],
        ['frames lost, frames doubled, bytes of no frame', `${sum('lost')}, ${sum('doubled')}, ${sum('wrong')}`],
        ['a listener’s longest silence, ms: p50, p99, max', ofAll(silences)],
        ['the same of listeners at the engine itself', ofAll(besideSilences)],
        ['an upgrade until the former process ended, ms: p50, p99, max', ofAll(durations)],
        ['sessions, of which whole', `${sessions.length}, ${sessions.filter(({ isWhole }) => isWhole).length}`],
        [
          'bytes counted beyond those received',
          `${sessions.reduce((total, { bytes }) => total + bytes, 0) - received}`,
        ],
      ]),
    );
    return [
      ...(failed > 0 ? [`FAIL: ${failed} upgrades failed`] : []),
      ...(lost > 0 ? [`FAIL: ${lost} listeners lost`] : []),
      ...(sum('lost') + sum('doubled') + sum('wrong') > 0 ? ['FAIL: bytes were lost or doubled'] : []),
      ...(Math.max(...silences) > longestSilenceMs + Math.max(...besideSilences)
        ? ['FAIL: a listener had a longer silence than its burst']
        : []),
      ...(sessions.length !== all.length || sessions.some(({ isWhole }) => !isWhole)
        ? ['FAIL: sessions were not counted once']
        : []),
    ];
  } finally {
    for (const listener of [...heard, ...beside]) listener.close();
    await stage.close();
  }
};

/** The sessions once so many have ended, or after some time. */
const settled = async (slices: EdgeStage['slices'], count: number): Promise<WholeSession[]> => {
  for (const end = Date.now() + countedMs; ;) {
    const sessions = sessionsOf(await slices());
    if (sessions.filter(({ isWhole }) => isWhole).length >= count || Date.now() > end) return sessions;
    await pause(1000);
  }
};

const ofAll = (values: readonly number[]): string => {
  const sorted = values.toSorted((a, b) => a - b);
  return [0.5, 0.99, 1].map((part) => (sorted[Math.ceil(part * sorted.length) - 1] ?? 0).toFixed(0)).join(', ');
};

const tableOf = (rows: readonly (readonly [string, string])[]): string =>
  ['', '| | |', '|---|---|', ...rows.map(([name, value]) => `| ${name} | ${value} |`), ''].join('\n');
