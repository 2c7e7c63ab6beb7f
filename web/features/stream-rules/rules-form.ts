import * as z from 'zod/mini';
import { parseNetwork } from '#contract/rules/network.ts';
import { ChangedStreamRules, networkMessage, maxNetworks, type StreamRules } from '#contract/api/stream-rules.ts';

/** The invalid lines of a text of networks, counted from 1; ignores empty lines. */
export const networkProblems = (text: string): { line: number; level: 'error'; message: string }[] =>
  text.split('\n').flatMap((line, i) => {
    const isFine = line.trim() === '' || parseNetwork(line) !== undefined;
    return isFine ? [] : [{ line: i + 1, level: 'error' as const, message: networkMessage }];
  });

/** The networks of a text, one per line. */
export const networksIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const NetworkText = z.string().check(
  z.refine((text) => networkProblems(text).length === 0, 'Please correct the marked lines.'),
  z.refine(
    (text) => networksIn(text).length <= maxNetworks,
    `At most ${maxNetworks.toLocaleString('en')} addresses and networks.`,
  ),
);

/** The form's values: networks are text, one per line. */
export const RulesForm = z.extend(ChangedStreamRules, {
  country_mode: z.enum(['all', 'only', 'except']),
  countries: z.array(z.string()),
  allowed_networks: NetworkText,
  blocked_networks: NetworkText,
  only_allowed: z.boolean(),
});
export type RulesForm = z.infer<typeof RulesForm>;

/** Converts rules to form values. */
export const toForm = (rules: StreamRules): RulesForm => ({
  ...rules,
  allowed_networks: rules.allowed_networks.join('\n'),
  blocked_networks: rules.blocked_networks.join('\n'),
});

/** Converts form values to rules. */
export const fromForm = (form: RulesForm): ChangedStreamRules => ({
  ...form,
  countries: form.country_mode === 'all' ? [] : form.countries,
  allowed_networks: networksIn(form.allowed_networks),
  blocked_networks: networksIn(form.blocked_networks),
});
