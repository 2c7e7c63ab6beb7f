import { createRoute } from '@tanstack/react-router';
import { TableSearch } from '#web/ui/table/table-search.ts';
import { screen } from './shell-route.tsx';
import { station } from './station-routes.tsx';

/* The pages of a station's Auto DJ. */

const autodj = createRoute({
  getParentRoute: () => station,
  path: 'autodj',
  component: screen(() => import('#web/features/playout/AutoDjFrame.tsx'), 'AutoDjFrame'),
});
const playlist = createRoute({
  getParentRoute: () => autodj,
  path: '/',
  component: screen(() => import('#web/features/playout/AutoDjScreen.tsx'), 'AutoDjScreen'),
});
const rotation = createRoute({
  getParentRoute: () => autodj,
  path: 'rotation',
  component: screen(() => import('#web/features/playout/RotationScreen.tsx'), 'RotationScreen'),
});
const schedule = createRoute({
  getParentRoute: () => autodj,
  path: 'schedule',
  component: screen(() => import('#web/features/playout/ScheduleScreen.tsx'), 'ScheduleScreen'),
});
const jingles = createRoute({
  getParentRoute: () => autodj,
  path: 'jingles',
  component: screen(() => import('#web/features/playout/JinglesScreen.tsx'), 'JinglesScreen'),
});
const requests = createRoute({
  getParentRoute: () => autodj,
  path: 'requests',
  component: screen(() => import('#web/features/playout/SongRequestsScreen.tsx'), 'SongRequestsScreen'),
});
const rules = createRoute({
  getParentRoute: () => autodj,
  path: 'rules',
  component: screen(() => import('#web/features/playout/RulesScreen.tsx'), 'RulesScreen'),
});
const log = createRoute({
  getParentRoute: () => autodj,
  path: 'log',
  validateSearch: TableSearch,
  component: screen(() => import('#web/features/playout/LogScreen.tsx'), 'LogScreen'),
});

export const autoDjPages = autodj.addChildren([playlist, rotation, schedule, jingles, requests, rules, log]);
