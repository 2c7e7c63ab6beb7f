import { gauge, type Metric } from '#shared/metrics/metric.ts';
import { stateOfNode, type ShownNode } from './nodes.repo.ts';

/** The engines as the process that places stations sees them; of one engine nothing, as no process judges it. */
export const fleetMetrics = (nodes: readonly ShownNode[]): Metric[] => {
  const each = (valueOf: (node: ShownNode) => boolean | number) =>
    nodes.map((node) => ({ labels: { engine: node.id }, value: Number(valueOf(node)) }));
  return [
    gauge(
      'skywave_fleet_engine_down',
      '1 while an engine counts as lost.',
      each((node) => stateOfNode(node) === 'down'),
    ),
    gauge(
      'skywave_fleet_engine_cut_off',
      '1 while other engines reach an engine, but not the process that places stations.',
      each((node) => stateOfNode(node) === 'cutOff'),
    ),
    gauge(
      'skywave_fleet_engine_draining',
      '1 while an engine is drained.',
      each((node) => node.is_draining),
    ),
    gauge(
      'skywave_fleet_engine_stations',
      'Stations that an engine should have.',
      each((node) => node.stations),
    ),
  ];
};
