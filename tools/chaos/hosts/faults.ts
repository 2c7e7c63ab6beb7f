import type { EngineId } from './engines-on-hosts.ts';
import type { Network } from './network.ts';
import type { Stage } from './stage.ts';

export const faultNames = ['unplugged', 'killed', 'frozen', 'half cut off'] as const;
export type FaultName = (typeof faultNames)[number];

type Fault = {
  /** Whether the engine's stations must move. */
  moves: boolean;
  begin(stage: Stage, network: Network, engine: EngineId): Promise<void> | void;
  end(stage: Stage, network: Network, engine: EngineId): Promise<void> | void;
};

/**
 * What befalls an engine; half cut off: only from the portal that places stations, while the other portal, edges and engines
 * reach it.
 */
export const faults: Record<FaultName, Fault> = {
  unplugged: {
    moves: true,
    begin: (_, network, engine) => network.unplug(engine),
    end: (_, network, engine) => network.plug(engine),
  },
  killed: {
    moves: true,
    begin: (stage, _, engine) => stage.kill(engine),
    end: (stage, _, engine) => stage.startEngine(engine),
  },
  frozen: {
    moves: true,
    begin: (stage, _, engine) => stage.signal(engine, 'SIGSTOP'),
    end: (stage, _, engine) => stage.signal(engine, 'SIGCONT'),
  },
  'half cut off': {
    moves: false,
    begin: async (stage, network, engine) => network.separate(engine, await stage.placingHost()),
    end: (_, network, engine) => network.joinAll(engine),
  },
};
