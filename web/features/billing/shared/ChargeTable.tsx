import { Table } from '@mantine/core';
import type { ChargePreview } from '#contract/api/billing.ts';
import { amount, chargeLines } from './charge-texts.ts';
import classes from './ChargeTable.module.css';

/** The lines of a charge, with the tax and what is due today. */
export const ChargeTable = ({ preview }: { preview: ChargePreview }) => {
  const { amount_due, credit, currency } = preview;
  return (
    <Table aria-label="Charge" verticalSpacing={6} horizontalSpacing={0} className={classes.table}>
      <Table.Tbody>
        {chargeLines(preview).map(({ label, amount: minor }, i) => (
          // Two lines may read the same.
          // oxlint-disable-next-line react/no-array-index-key -- the list never reorders
          <Table.Tr key={i}>
            <Table.Td>
              <bdi>{label}</bdi>
            </Table.Td>
            <Table.Td className="numbers">
              <bdi>{amount(minor, currency)}</bdi>
            </Table.Td>
          </Table.Tr>
        ))}
        {credit > 0 && (
          <Table.Tr>
            <Table.Td>Left for the next invoices</Table.Td>
            <Table.Td className="numbers">
              <bdi>{amount(credit, currency)}</bdi>
            </Table.Td>
          </Table.Tr>
        )}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th scope="row">Due today</Table.Th>
          <Table.Td className="numbers">
            <bdi>{amount(amount_due, currency)}</bdi>
          </Table.Td>
        </Table.Tr>
      </Table.Tfoot>
    </Table>
  );
};
