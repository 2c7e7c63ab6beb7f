import { expect, it } from 'vitest';
import { definitionChanges, metrics } from '#contract/metrics.ts';
import { metricsText } from './metrics.ts';

it('writes every number down, with its definition and the days on which it changed', () => {
  const text = metricsText();
  for (const [id, { definition }] of Object.entries(metrics)) {
    expect(text).toContain(`\`${id}\``);
    expect(text).toContain(definition.replaceAll('|', '\\|'));
  }
  for (const { date } of definitionChanges) expect(text).toContain(date);
});

it('has a sentence for each number', () => {
  for (const [id, { definition }] of Object.entries(metrics)) expect(definition, id).toMatch(/^\S.{15,}\.$/s);
});
