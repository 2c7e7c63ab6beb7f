import { Group, NativeSelect, Pagination, Text } from '@mantine/core';
import { limits } from '#contract/rules/limits.ts';
import { whole } from '#web/lib/format.ts';
import type { TableState } from './use-table-state.ts';
import classes from './DataTable.module.css';

type TableFooterProps = {
  label: string;
  state: TableState;
  size: number;
  total: number;
  capped: boolean;
  defaultSize: number;
};

/** The most rows of a list without a footer. */
const shortest = 10;

/** A table's footer: the shown rows, at most nine page buttons, and "Items per page" (spec §2, §9); none below a short list. */
export const TableFooter = ({ label, state, size, total, capped, defaultSize }: TableFooterProps) => {
  // A short list needs neither pages nor a choice of their size.
  if (total <= shortest && total <= size) return null;
  const pages = Math.ceil(total / size);
  const from = (state.page - 1) * size + 1;
  const sizes = [...new Set([defaultSize, ...limits.pageSizes])].sort((a, b) => a - b);
  return (
    <Group justify="space-between" gap="sm" className={classes.footer}>
      <Text size="sm" c="dimmed" className="numbers">
        <bdi>
          {whole(from)}–{whole(Math.min(total, from + size - 1))} of {whole(total)}
        </bdi>
        {capped && '+'}
      </Text>
      <Group gap="md">
        {pages > 1 && (
          <Pagination
            total={pages}
            value={state.page}
            onChange={state.setPage}
            size="sm"
            siblings={2}
            boundaries={1}
            getControlProps={(control) => ({ 'aria-label': controlLabels[control] })}
            getItemProps={(page) => ({ 'aria-label': `Page ${page} of ${label.toLowerCase()}` })}
          />
        )}
        <Group gap={8} wrap="nowrap">
          <Text size="sm" c="dimmed" component="label" htmlFor={`${label}-size`}>
            Items per page
          </Text>
          <NativeSelect
            id={`${label}-size`}
            size="xs"
            w={76}
            value={String(size)}
            onChange={(event) => state.setSize(Number(event.currentTarget.value))}
            data={sizes.map(String)}
          />
        </Group>
      </Group>
    </Group>
  );
};

const controlLabels = { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' };
