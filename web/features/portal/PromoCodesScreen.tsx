import { Badge, Button, Group, Switch, Text } from '@mantine/core';
import { IconPlus, IconTicket } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { lazy, Suspense, useState } from 'react';
import type { PromoCode } from '#contract/api/billing-admin.ts';
import { nameOfPlan } from '#web/features/billing/shared/plan-labels.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { money } from '#web/lib/currencies.ts';
import { count, day, whole } from '#web/lib/format.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { NoWrap } from '#web/ui/table/NoWrap.tsx';
import { useTableState } from '#web/ui/table/use-table-state.ts';
import { promoCodesQuery, useChangePromoCode } from './payments-queries.ts';

const PromoCodeDialog = lazy(() =>
  loadChunk(() => import('./PromoCodeDialog.tsx')).then((part) => ({ default: part.PromoCodeDialog })),
);

const pageSize = 50;

/** `/portal/promo-codes`: the promo codes, with switches to stop one or to show it beside the plans. */
export const PromoCodesScreen = () => {
  const table = useTableState();
  const size = table.size ?? pageSize;
  const { data, error } = useQuery(promoCodesQuery({ limit: size, offset: (table.page - 1) * size }));
  const [isCreating, setCreating] = useState(false);
  if (error && !data) throw error;
  const create = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setCreating(true)}>
      New promo code
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Promo codes"
        description="Discounts that customers enter when they subscribe"
        actions={data && data.total > 0 && create}
      />
      <Surface flush>
        {!data ? (
          <ScreenSkeleton />
        ) : (
          <DataTable
            label="Promo codes"
            columns={columns}
            rows={data.entities}
            rowId={({ id }) => id}
            table={table}
            defaultSize={pageSize}
            server={{ total: data.total }}
            searchable={false}
            empty={
              <EmptyState icon={<IconTicket size={30} />} title="No promo codes" action={create}>
                Give new customers a discount, or show one to everybody beside the plans.
              </EmptyState>
            }
          />
        )}
      </Surface>
      <Suspense>{isCreating && <PromoCodeDialog onClose={() => setCreating(false)} />}</Suspense>
    </>
  );
};

const PromoSwitch = ({ promo, field }: { promo: PromoCode; field: 'active' | 'public' }) => {
  const change = useChangePromoCode();
  const isOn = change.isPending ? change.variables[field] : promo[field];
  return (
    <Switch
      aria-label={`${promo.code}: ${field === 'active' ? 'active' : 'shown beside the plans'}`}
      checked={isOn === true}
      disabled={change.isPending || (field === 'public' && !promo.active)}
      onChange={({ currentTarget }) =>
        change.mutate(
          { id: promo.id, [field]: currentTarget.checked },
          { onSuccess: (changed) => toastSuccess(changeText(changed, field)) },
        )
      }
    />
  );
};

const changeText = (promo: PromoCode, field: 'active' | 'public'): string => {
  if (field === 'active')
    return promo.active ? `${promo.code} can be used.` : `${promo.code} can no longer be used; who has it keeps it.`;
  return promo.public ? `${promo.code} is shown beside the plans.` : `${promo.code} is no longer shown.`;
};

const discountText = ({ percent_off, amount_off, currency, duration, months }: PromoCode): string => {
  const off = percent_off === null ? money(amount_off ?? 0, (currency ?? '').toUpperCase()) : `${whole(percent_off)}%`;
  const time =
    duration === 'once'
      ? 'the first invoice'
      : duration === 'forever'
        ? 'every invoice'
        : `the first ${count(months ?? 0, 'month')}`;
  return `${off} off ${time}`;
};

const isExpired = ({ expires }: PromoCode): boolean => expires !== null && Date.parse(expires) <= Date.now();

const column = createColumnHelper<PromoCode>();
const columns = [
  column.accessor('code', {
    header: 'Code',
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <>
        <Group gap="xs" wrap="nowrap">
          <Text fw={600}>
            <bdi>{original.code}</bdi>
          </Text>
          {isExpired(original) && <Badge color="gray">Expired</Badge>}
        </Group>
        <Text size="sm" c="dimmed">
          {discountText(original)}
        </Text>
      </>
    ),
  }),
  column.accessor(({ plans }) => (plans.length === 0 ? 'All plans' : plans.map(nameOfPlan).join(', ')), {
    id: 'plans',
    header: 'Plans',
    enableSorting: false,
    cell: ({ getValue, row: { original } }) => (
      <>
        {getValue()}
        {original.first_time && (
          <Text size="sm" c="dimmed">
            New customers only
          </Text>
        )}
      </>
    ),
  }),
  column.accessor('redeemed', {
    header: 'Used',
    enableSorting: false,
    meta: { align: 'end' },
    cell: ({ getValue, row: { original } }) => (
      <NoWrap>{original.max === null ? whole(getValue()) : `${whole(getValue())} of ${whole(original.max)}`}</NoWrap>
    ),
  }),
  column.accessor(({ expires }) => expires ?? '', {
    id: 'expires',
    header: 'Until',
    enableSorting: false,
    cell: ({ getValue }) => <NoWrap>{getValue() === '' ? 'No end date' : day(getValue())}</NoWrap>,
  }),
  column.accessor(({ active }) => (active ? 'Yes' : 'No'), {
    id: 'active',
    header: 'Active',
    enableSorting: false,
    cell: ({ row: { original } }) => <PromoSwitch promo={original} field="active" />,
  }),
  column.accessor((promo) => (promo.public ? 'Yes' : 'No'), {
    id: 'public',
    header: 'Shown beside plans',
    enableSorting: false,
    cell: ({ row: { original } }) => <PromoSwitch promo={original} field="public" />,
  }),
];
