import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { useAction } from './action.ts';

const row = { hasFailed: false };

/** The action of a component that is no longer on the screen. */
const actionOfGone = () => {
  const useRemove = () =>
    useAction({
      failure: 'default',
      mutationFn: (name: string) =>
        row.hasFailed ? Promise.reject(new Error(name)) : Promise.resolve(`${name} is deleted`),
    });
  let action: ReturnType<typeof useRemove> | undefined;
  const Row = () => {
    action = useRemove();
    return null;
  };
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Row />
    </QueryClientProvider>,
  );
  return action!;
};

/** What the callbacks of one call were given, in order. */
const outcomes = (): Promise<string[]> =>
  new Promise((resolve) => {
    const received: string[] = [];
    actionOfGone().mutate('Tea', {
      onSuccess: (text) => received.push(text),
      onError: ({ message }) => received.push(`not ${message}`),
      onSettled: () => resolve([...received, 'settled']),
    });
  });

it('tells the caller of the outcome even if its component has gone', async () => {
  row.hasFailed = false;
  expect(await outcomes()).toEqual(['Tea is deleted', 'settled']);
  row.hasFailed = true;
  expect(await outcomes()).toEqual(['not Tea', 'settled']);
});
