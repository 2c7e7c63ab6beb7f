import type { Handlers } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { listAlerts, listOwnAlerts, sendTestAlert } from './monitoring.service.ts';

/** Handlers of a station's alerts. */
export const monitoringRoutes = (kernel: Kernel): Handlers<'monitoring'> => ({
  mine: ({ who, query }) => listOwnAlerts(kernel, who, query.past),
  alerts: ({ params, resources }) => listAlerts(kernel, params.key, resources['path.key']?.[0]?.roles ?? []),
  test: ({ params }) => sendTestAlert(kernel, params.key),
});
