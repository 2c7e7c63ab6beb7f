import { expect, it } from 'vitest';
import { definitionChanges, metrics } from '#contract/texts/metrics.ts';
import { metricsText } from './metrics.ts';

it('lists every metric, with its definition and the dates of its changes', () => {
  const text = metricsText();
  for (const [id, { definition }] of Object.entries(metrics)) {
    expect(text).toContain(`\`${id}\``);
    expect(text).toContain(definition.replaceAll('|', '\\|'));
  }
  for (const { date } of definitionChanges) expect(text).toContain(date);
});

it('defines each metric in a sentence', () => {
  for (const [id, { definition }] of Object.entries(metrics)) expect(definition, id).toMatch(/^\S.{15,}\.$/s);
});
