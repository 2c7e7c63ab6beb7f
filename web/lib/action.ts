import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query';
import type { FailureCode } from '#contract/errors/failures.ts';
import { failureOf } from './error-of.ts';

/** The text for an unexpected failure of an action; `default` if spec §8 has none. */
export type Failure = FailureCode | 'default';

type ActionOptions<Result, Input, Context> = Omit<UseMutationOptions<Result, Error, Input, Context>, 'mutationFn'> & {
  mutationFn: (input: Input) => Promise<Result>;
  failure: Failure | ((input: Input) => Failure);
};

/** A TanStack Query mutation with the text shown when it fails (spec §8). Every mutation of a screen uses it. */
export const useAction = <Result, Input = void, Context = unknown>({
  mutationFn,
  failure,
  ...options
}: ActionOptions<Result, Input, Context>): UseMutationResult<Result, Error, Input, Context> =>
  useMutation({
    ...options,
    mutationFn: async (input: Input) => {
      try {
        return await mutationFn(input);
      } catch (cause) {
        const code = typeof failure === 'function' ? failure(input) : failure;
        throw code === 'default' ? cause : failureOf(code, cause);
      }
    },
  });
