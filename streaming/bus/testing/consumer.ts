import type { BusMessage, FrameBatch } from '#streaming/bus/batch.ts';

/** A consumer like HLS or the recorder: collects the batches of a station and can wait for them. */
export const createConsumer = () => {
  const messages: BusMessage[] = [];
  let wake = (): void => {};
  return {
    messages,
    consume(message: BusMessage) {
      messages.push(message);
      wake();
    },
    batches: (): FrameBatch[] => messages.flatMap((message) => (message.type === 'batch' ? [message.batch] : [])),
    async until(isReached: () => boolean) {
      while (!isReached()) await new Promise<void>((resolve) => (wake = resolve));
    },
  };
};
