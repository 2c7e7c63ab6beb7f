/** What each hook is run with; a module adds its own by declaration merging. */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/consistent-type-definitions
export interface HookPayloads {}

type HookName = keyof HookPayloads;
type Answer<Name extends HookName> = (payload: HookPayloads[Name]) => Promise<void>;

/**
 * Calls that a domain makes without knowing which domains answer. Unlike a domain event it is answered before the caller continues, in
 * the caller's transaction where the payload has one; an answer that throws fails the caller.
 */
export type Hooks = {
  /** Adds an answer; answers run one after the other in the order in which they were added. */
  on<Name extends HookName>(name: Name, answer: Answer<Name>): void;
  run<Name extends HookName>(name: Name, payload: HookPayloads[Name]): Promise<void>;
};

export const createHooks = (): Hooks => {
  const answers = new Map<string, ((payload: never) => Promise<void>)[]>();
  return {
    on: (name, answer) => void answers.set(name, [...(answers.get(name) ?? []), answer]),
    run: async (name, payload) => {
      for (const answer of answers.get(name) ?? []) await answer(payload as never);
    },
  };
};
