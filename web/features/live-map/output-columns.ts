import { createColumnHelper } from '@tanstack/react-table';
import type { Audience } from '#contract/api/audience.ts';

export type Outputs = Audience['outputs'];

/** The label of each output that listeners connect to. */
export const outputNames: Record<keyof Outputs, string> = { stream: 'Stream', relay: 'Relays', hls: 'HLS' };

/** A column for each output. */
export const outputColumns = <T extends { outputs?: Outputs }>() => {
  const column = createColumnHelper<T>();
  return (['stream', 'relay', 'hls'] as const).map((output) =>
    column.accessor((row) => row.outputs?.[output] ?? 0, {
      id: output,
      header: outputNames[output],
      meta: { align: 'end' },
    }),
  );
};
