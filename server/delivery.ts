import cluster from 'node:cluster';
import { getPriority, setPriority } from 'node:os';
import { brands } from '#brands/brands.ts';
import { serveDelivery } from './delivery-app.ts';
import { refuseWrongServices } from './kernel/check-services.ts';
import { readConfig } from './kernel/config.ts';
import { createLog } from './kernel/log.ts';
import { orExit } from './kernel/or-exit.ts';
import { lockRole } from '#shared/role-lock.ts';

/*
 * The delivery process: feeds, public pages and episodes of podcasts on DELIVERY_PORT, so that downloads don't depend
 * on the portal. DELIVERY_WORKERS processes share the port; one that exits is restarted.
 */
const restartMs = 500;
/** When the machine is busy, pages of the portal have priority over downloads. */
const niceness = 5;

const config = await orExit(() => readConfig(process.env));
void orExit(() => refuseWrongServices(config));
const log = createLog('delivery');
const brand = brands[config.brand];
if (!brand) throw new Error(`BRAND is ${config.brand}, which is not one of ${Object.keys(brands).join(', ')}.`);

if (cluster.isPrimary) await lockRole(config.dataDir, 'delivery');

/** Each worker has a slot number, by which it finds the unsent spool of its predecessor. */
const keepWorkers = (): void => {
  let isStopping = false;
  const start = (slot: string): void => {
    const worker = cluster.fork({ DELIVERY_SLOT: slot });
    worker.once('exit', (code, signal) => {
      if (isStopping) return;
      log.error({ slot, code, signal }, 'a delivery worker exited; restarting it');
      setTimeout(start, restartMs, slot);
    });
  };
  for (let slot = 1; slot <= config.deliveryWorkers; slot++) start(String(slot));
  onStop(() => {
    isStopping = true;
    return new Promise((settle) => cluster.disconnect(settle));
  });
};

const serve = async (slot: string): Promise<void> => {
  // Lowering the niceness of the process needs privileges if it was raised before.
  if (getPriority() < niceness) setPriority(niceness);
  // Each worker has metrics of its own.
  const metrics = config.metrics && { ...config.metrics, port: config.metrics.port + Number(slot) - 1 };
  const delivery = await serveDelivery({ config: { ...config, metrics }, log, brand: brand!, slot });
  log.info({ port: config.deliveryPort, slot }, 'delivering');
  onStop(() => delivery.stop());
};

const onStop = (stop: () => Promise<void>): void => {
  let isStopping = false;
  const once = async (): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    await stop();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void once());
  process.on('disconnect', () => void once());
};
if (cluster.isPrimary && config.deliveryWorkers > 1) keepWorkers();
else await serve(process.env['DELIVERY_SLOT'] ?? '1');
