import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * Grafana's dashboards on the metrics of docs/operations.md. `node tools/dashboards.ts` writes them to ops/dashboards, from
 * which Grafana imports or provisions them.
 */

type Unit = 'short' | 'percentunit' | 's' | 'bytes' | 'Bps' | 'reqps' | 'cores';
/** A panel: what it shows, with Grafana's pattern of the legend. */
type Panel = {
  title: string;
  unit: Unit;
  queries: readonly (readonly [expr: string, legend: string])[];
  isStat?: true;
};
type Dashboard = { uid: string; title: string; panels: readonly Panel[] };

const job = 'job="skywave"';
const at = `${job},instance=~"$instance"`;

const fleet: Dashboard = {
  uid: 'skywave-fleet',
  title: 'Skywave: service levels and processes',
  panels: [
    {
      title: 'Sound, 30 days (99.95 %)',
      unit: 'percentunit',
      isStat: true,
      queries: [['1 - skywave:sound:missing_ratio_30d', '']],
    },
    {
      title: 'Replies without error, last hour (99.9 %)',
      unit: 'percentunit',
      isStat: true,
      queries: [['1 - skywave:portal:failed_ratio_1h', '']],
    },
    {
      title: 'Reports behind',
      unit: 's',
      isStat: true,
      queries: [['skywave:counting:delay_seconds', '']],
    },
    {
      title: 'Processes away',
      unit: 'short',
      isStat: true,
      queries: [[`count(up{${job}} == 0) or vector(0)`, '']],
    },
    { title: 'Processor', unit: 'cores', queries: [[`rate(process_cpu_seconds_total{${at}}[5m])`, '{{instance}}']] },
    { title: 'Memory', unit: 'bytes', queries: [[`process_resident_memory_bytes{${at}}`, '{{instance}}']] },
    {
      title: 'Delay of the event loop, 99th percentile',
      unit: 's',
      queries: [[`nodejs_eventloop_lag_p99_seconds{${at}}`, '{{instance}}']],
    },
    {
      title: 'Longest delay of the event loop',
      unit: 's',
      queries: [[`nodejs_eventloop_lag_max_seconds{${at}}`, '{{instance}}']],
    },
    {
      title: 'Hours since start',
      unit: 'short',
      queries: [[`(time() - process_start_time_seconds{${at}}) / 3600`, '{{instance}}']],
    },
  ],
};

const both = (name: string, by = ''): string => `{__name__=~"skywave_(engine|edge)_${name}",${at}}${by}`;

const streams: Dashboard = {
  uid: 'skywave-streams',
  title: 'Skywave: engines and edges',
  panels: [
    { title: 'Listeners', unit: 'short', queries: [[both('listeners'), '{{instance}}']] },
    {
      title: 'Stations by what they play',
      unit: 'short',
      queries: [[`sum by (source) (skywave_engine_stations{${at}})`, '{{source}}']],
    },
    {
      title: 'Edges that receive their engine',
      unit: 'short',
      queries: [[`skywave_edge_engine_up{${at}}`, '{{instance}} ← {{engine}}']],
    },
    { title: 'Stations at edges', unit: 'short', queries: [[`skywave_edge_stations{${at}}`, '{{instance}}']] },
    {
      title: 'Sent in ended sessions',
      unit: 'Bps',
      queries: [
        [`rate(skywave_engine_sent_bytes_total{${at}}[15m])`, '{{instance}}'],
        [`rate(skywave_edge_sent_bytes_total{${at}}[15m])`, '{{instance}}'],
      ],
    },
    {
      title: 'Lost sound, batches',
      unit: 'short',
      queries: [
        [`increase(skywave_engine_bus_lost_batches_total{${at}}[5m])`, '{{instance}}: edges too slow'],
        [`increase(skywave_engine_lost_batches_total{${at}}[5m])`, '{{instance}}'],
        [`increase(skywave_edge_lost_batches_total{${at}}[5m])`, '{{instance}}'],
      ],
    },
    {
      title: 'Listeners disconnected for reading too slowly',
      unit: 'short',
      queries: [
        [`increase(skywave_engine_slow_listeners_total{${at}}[5m])`, '{{instance}}'],
        [`increase(skywave_edge_slow_listeners_total{${at}}[5m])`, '{{instance}}'],
      ],
    },
    {
      title: 'Connections of edges to engines',
      unit: 'short',
      queries: [[`increase(skywave_edge_engine_connections_total{${at}}[5m])`, '{{instance}}']],
    },
    { title: 'Listening not recorded: batches', unit: 'short', queries: [[both('spool_batches'), '{{instance}}']] },
    { title: 'Listening not recorded: age', unit: 's', queries: [[both('spool_oldest_seconds'), '{{instance}}']] },
    {
      title: 'Transitions between tracks',
      unit: 'short',
      queries: [[`sum by (result) (increase(skywave_engine_transitions_total{${at}}[5m]))`, '{{result}}']],
    },
  ],
};

const seconds = `skywave_http_request_duration_seconds_bucket{${at}}`;

const portal: Dashboard = {
  uid: 'skywave-portal',
  title: 'Skywave: portal, jobs and delivery',
  panels: [
    {
      title: 'Replies',
      unit: 'reqps',
      queries: [[`sum by (status) (rate(skywave_http_responses_total{${at}}[5m]))`, '{{status}}']],
    },
    {
      title: 'Time of replies',
      unit: 's',
      queries: [
        [`histogram_quantile(0.5, sum by (le) (rate(${seconds}[5m])))`, 'half'],
        [`histogram_quantile(0.95, sum by (le) (rate(${seconds}[5m])))`, '95 %'],
        [`histogram_quantile(0.99, sum by (le) (rate(${seconds}[5m])))`, '99 %'],
      ],
    },
    {
      title: 'Slowest calls, 95 %',
      unit: 's',
      queries: [
        [
          `topk(10, histogram_quantile(0.95, sum by (le, method, route) (rate(${seconds}[15m]))))`,
          '{{method}} {{route}}',
        ],
      ],
    },
    { title: 'Open requests', unit: 'short', queries: [[`skywave_http_requests_open{${at}}`, '{{instance}}']] },
    {
      title: 'Connections to the database',
      unit: 'short',
      queries: [[`sum by (state) (skywave_database_connections{${at}})`, '{{state}}']],
    },
    {
      title: 'Queries that wait for one',
      unit: 'short',
      queries: [[`skywave_database_waiting{${at}}`, '{{instance}}']],
    },
    { title: 'Oldest change not applied', unit: 's', queries: [[`max(skywave_outbox_oldest_seconds{${at}})`, 'age']] },
    {
      title: 'Jobs',
      unit: 'short',
      queries: [
        [`max(skywave_jobs_waiting{${at}})`, 'waiting'],
        [`max(skywave_jobs_failed{${at}})`, 'failed in a day'],
      ],
    },
    { title: 'Oldest job that waits', unit: 's', queries: [[`max(skywave_jobs_oldest_seconds{${at}})`, 'age']] },
  ],
};

const datasource = { type: 'prometheus', uid: '${datasource}' };
const columns = 24;

const panelsOf = (panels: readonly Panel[]): object[] => {
  let [x, y] = [0, 0];
  return panels.map(({ title, unit, queries, isStat }, index) => {
    const [w, h] = isStat ? [6, 4] : [12, 8];
    // Stats stand together, before all others.
    const startsRow = x + w > columns || (!isStat && panels[index - 1]?.isStat);
    if (startsRow) [x, y] = [0, y + (panels[index - 1]?.isStat ? 4 : 8)];
    const gridPos = { x, y, w, h };
    x += w;
    return {
      ...{ id: index + 1, type: isStat ? 'stat' : 'timeseries', title, datasource, gridPos },
      fieldConfig: { defaults: { unit: unit === 'cores' ? 'short' : unit, min: 0 }, overrides: [] },
      targets: queries.map(([expr, legendFormat], at) => ({
        ...{ refId: String.fromCodePoint(65 + at), datasource, expr, legendFormat },
      })),
    };
  });
};

const grafanaOf = ({ uid, title, panels }: Dashboard): object => ({
  ...{
    uid,
    title,
    tags: ['skywave'],
    schemaVersion: 39,
    version: 1,
    editable: true,
    refresh: '30s',
    timezone: 'browser',
  },
  time: { from: 'now-6h', to: 'now' },
  templating: {
    list: [
      { name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Prometheus' },
      {
        ...{ name: 'instance', type: 'query', label: 'Process', datasource, refresh: 2, multi: true, includeAll: true },
        query: { query: `label_values(up{${job}}, instance)`, refId: 'instance' },
      },
    ],
  },
  panels: panelsOf(panels),
});

/** The text of each file of ops/dashboards, by its name. */
export const dashboards: Readonly<Record<string, string>> = Object.fromEntries(
  [fleet, streams, portal].map((one) => [`${one.uid}.json`, `${JSON.stringify(grafanaOf(one), null, 2)}\n`]),
);

if (import.meta.main)
  for (const [name, text] of Object.entries(dashboards))
    writeFileSync(join(import.meta.dirname, '../ops/dashboards', name), text);
