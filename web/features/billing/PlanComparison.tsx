import { ScrollArea, Table, Text, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import { plansOf } from '#contract/rules/brand-flags.ts';
import { plans } from '#contract/rules/plans.ts';
import { brand } from '#brand/brand.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { gatedFeatures, nameOfPlan } from './shared/plan-labels.ts';

/** The features of all plans side by side, on a phone the plans below each feature; the limits are on their cards. */
export const PlanComparison = () => {
  const shown = plansOf(brand);
  return (
    <Surface title="Features" flush mt="xl">
      <ScrollArea
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Plan comparison: scrolls sideways' }}
      >
        <Table miw={{ base: 0, sm: 720 }} aria-label="Plan comparison">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>
                <VisuallyHidden>Feature</VisuallyHidden>
              </Table.Th>
              {shown.map((plan) => (
                <Table.Th key={plan} ta="center" visibleFrom="sm">
                  {nameOfPlan(plan)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {gatedFeatures.map(([gate, name]) => (
              <Table.Tr key={gate}>
                <Table.Th scope="row" fw={500}>
                  {name}
                  <Text size="xs" c="dimmed" hiddenFrom="sm">
                    {namesWith(gate, shown) || 'Not in any plan'}
                  </Text>
                </Table.Th>
                {shown.map((plan) => (
                  <Table.Td key={plan} ta="center" visibleFrom="sm">
                    {plans[plan].features[gate] ? (
                      <IconCheck size={18} aria-label="Yes" role="img" />
                    ) : (
                      <IconMinus size={18} aria-label="No" role="img" opacity={0.5} />
                    )}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
    </Surface>
  );
};

const namesWith = (gate: (typeof gatedFeatures)[number][0], shown: ReturnType<typeof plansOf>): string =>
  shown
    .filter((plan) => plans[plan].features[gate])
    .map(nameOfPlan)
    .join(' · ');
