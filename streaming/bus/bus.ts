import type { Bus, BusConsumer, BusMessage } from './batch.ts';

type Title = Extract<BusMessage, { type: 'title' }>;
type Head = Extract<BusMessage, { type: 'head' }>;

/**
 * The bus inside one process: every consumer gets every message in order, a new one the heads and last titles first. A
 * consumer that throws is reported and does not affect the others.
 */
export const createBus = (failed: (error: unknown) => void = () => {}): Bus => {
  const consumers = new Set<BusConsumer>();
  const heads = new Map<string, Head>();
  const titles = new Map<string, Title>();

  const deliver = (consumer: BusConsumer, message: BusMessage): void => {
    try {
      consumer(message);
    } catch (error) {
      failed(error);
    }
  };
  const remember = (message: BusMessage): void => {
    if (message.type === 'head') heads.set(message.head.station, message);
    if (message.type === 'title') titles.set(message.station, message);
    if (message.type === 'gone') {
      heads.delete(message.station);
      titles.delete(message.station);
    }
  };

  return {
    publish(message) {
      remember(message);
      for (const consumer of consumers) deliver(consumer, message);
    },
    subscribe(consumer) {
      for (const head of heads.values()) deliver(consumer, head);
      for (const title of titles.values()) deliver(consumer, title);
      consumers.add(consumer);
      return () => consumers.delete(consumer);
    },
  };
};
