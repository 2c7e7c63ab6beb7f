import * as z from 'zod/mini';
import { parseNetwork } from '#contract/network.ts';
import { ChangedStreamRules, networkMessage, networksMost, type StreamRules } from '#contract/stream-rules.ts';

/** What is wrong with which line of a text of networks, counted from 1; empty lines don't count. */
export const networkProblems = (text: string): { line: number; level: 'error'; message: string }[] =>
  text.split('\n').flatMap((written, i) => {
    const isFine = written.trim() === '' || parseNetwork(written) !== undefined;
    return isFine ? [] : [{ line: i + 1, level: 'error' as const, message: networkMessage }];
  });

/** The networks of a text, one a line. */
export const networksIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const NetworkText = z.string().check(
  z.refine((text) => networkProblems(text).length === 0, 'Please correct the marked lines.'),
  z.refine(
    (text) => networksIn(text).length <= networksMost,
    `At most ${networksMost.toLocaleString('en')} addresses and networks.`,
  ),
);

/** The form: networks are texts of lines. */
export const RulesForm = z.extend(ChangedStreamRules, {
  country_mode: z.enum(['all', 'only', 'except']),
  countries: z.array(z.string()),
  allowed_networks: NetworkText,
  blocked_networks: NetworkText,
  only_allowed: z.boolean(),
});
export type RulesForm = z.infer<typeof RulesForm>;

/** The rules as the form shows them. */
export const toForm = (rules: StreamRules): RulesForm => ({
  ...rules,
  allowed_networks: rules.allowed_networks.join('\n'),
  blocked_networks: rules.blocked_networks.join('\n'),
});

/** What the form asks for. */
export const fromForm = (form: RulesForm): ChangedStreamRules => ({
  ...form,
  countries: form.country_mode === 'all' ? [] : form.countries,
  allowed_networks: networksIn(form.allowed_networks),
  blocked_networks: networksIn(form.blocked_networks),
});
