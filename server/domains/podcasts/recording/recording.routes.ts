import type { Handlers } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { changeSchedule, createSchedule, deleteSchedule } from './change-schedule.ts';
import { recordingEngine } from './recording-engine.ts';
import { recordingTable } from './recording.service.ts';

/** Handlers of the recording schedule endpoints. */
export const recordingRoutes = (kernel: Kernel): Handlers<'recordingSchedules'> => {
  const deps = { ...kernel, engine: recordingEngine(kernel.fleet) };
  return {
    table: ({ params, who }) => recordingTable(deps, params.podcastKey, who),
    create: ({ params, body, who }) => createSchedule(deps, params.podcastKey, body, who),
    update: ({ params, body, who }) => changeSchedule(deps, params.podcastKey, params.id, body, who),
    remove: ({ params }) => deleteSchedule(deps, params.podcastKey, params.id),
  };
};
