import { Checkbox, Group, Modal, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Controller, useWatch, type Control } from 'react-hook-form';
import type * as z from 'zod/mini';
import { NewPromoCode } from '#contract/api/billing-admin.ts';
import { plansOf } from '#contract/rules/brand-flags.ts';
import { brand } from '#brand/brand.ts';
import { nameOfPlan } from '#web/features/billing/shared/plan-labels.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { NumberField } from '#web/ui/form/NumberField.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { Segments } from '#web/ui/form/Segments.tsx';
import { DateTimeField } from './DateTimeField.tsx';
import { useCreatePromoCode } from './payments-queries.ts';

type FormInput = z.input<typeof NewPromoCode>;
type FormOutput = z.output<typeof NewPromoCode>;

const currency = 'USD';
const plans = plansOf(brand);

/** Creates a promo code; it can't be changed later, only switched off. */
export const PromoCodeDialog = ({ onClose }: { onClose: () => void }) => {
  const create = useCreatePromoCode();
  const [key] = useState(() => crypto.randomUUID());
  const [kind, setKind] = useState<'percent' | 'amount'>('percent');
  const form = useContractForm<FormInput, FormOutput>(NewPromoCode, {
    code: '',
    public: false,
    percent_off: 20,
    amount_off: null,
    currency: '',
    duration: 'once',
    months: null,
    plans: [],
    max: null,
    expires: null,
    first_time: false,
  });
  const { errors } = form.formState;
  const duration = useWatch({ control: form.control, name: 'duration' });
  const chooseKind = (chosen: 'percent' | 'amount'): void => {
    setKind(chosen);
    form.setValue('percent_off', chosen === 'percent' ? 20 : null, { shouldDirty: true });
    form.setValue('amount_off', chosen === 'amount' ? 1000 : null, { shouldDirty: true });
    form.setValue('currency', chosen === 'amount' ? currency : '', { shouldDirty: true });
  };
  return (
    <Modal opened onClose={onClose} title="New promo code" closeOnClickOutside={false} size="lg">
      <ContractForm
        form={form}
        submit="Create"
        onSubmit={async (body) => {
          const { code } = await create.mutateAsync({ body, key });
          toastSuccess(`${code} can be used now.`);
          onClose();
        }}
        onCancel={onClose}
      >
        <TextInput
          {...form.register('code')}
          label="Code"
          description="3 to 40 letters, digits or dashes; upper and lower case are the same"
          required
          data-autofocus
          autoComplete="off"
          error={errors.code?.message}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <div>
            <Segments
              aria-label="Kind of discount"
              fullWidth
              mt={24}
              value={kind}
              onChange={(chosen) => chooseKind(chosen as typeof kind)}
              data={[
                { value: 'percent', label: 'Percentage' },
                { value: 'amount', label: 'Amount' },
              ]}
            />
          </div>
          {kind === 'percent' ? (
            <NumberField control={form.control} name="percent_off" label="Discount" suffix="%" min={1} max={100} />
          ) : (
            <NumberField
              control={form.control}
              name="amount_off"
              label="Discount"
              prefix="$"
              scale={100}
              min={0.01}
              max={100_000}
            />
          )}
          <NativeSelect
            {...form.register('duration', {
              onChange: ({ target }: { target: { value: string } }) =>
                form.setValue('months', target.value === 'repeating' ? 3 : null),
            })}
            label="Applies to"
            data={[
              { value: 'once', label: 'The first invoice' },
              { value: 'repeating', label: 'The first months' },
              { value: 'forever', label: 'Every invoice' },
            ]}
          />
          {duration === 'repeating' && (
            <NumberField control={form.control} name="months" label="Months" min={1} max={36} />
          )}
        </SimpleGrid>
        <PlansField control={form.control} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberField
            control={form.control}
            name="max"
            label="Times it can be used"
            description="Leave empty for any number"
            min={1}
            max={1_000_000}
          />
          <DateTimeField
            control={form.control}
            name="expires"
            label="Until"
            description="In your time zone. Leave empty for no end"
          />
        </SimpleGrid>
        <SwitchField
          control={form.control}
          name="first_time"
          label="New customers only"
          description="Accounts that have never paid"
        />
        <SwitchField
          control={form.control}
          name="public"
          label="Show beside the plans"
          description="Everybody who chooses a plan sees it"
        />
      </ContractForm>
    </Modal>
  );
};

const PlansField = ({ control }: { control: Control<FormInput, unknown, FormOutput> }) => (
  <Controller
    control={control}
    name="plans"
    render={({ field }) => (
      <Checkbox.Group
        label="Plans"
        description="None chosen: all plans."
        value={field.value ?? []}
        onChange={field.onChange}
      >
        <Group gap="md" mt="xs">
          {plans.map((plan) => (
            <Checkbox key={plan} value={plan} label={nameOfPlan(plan)} />
          ))}
        </Group>
      </Checkbox.Group>
    )}
  />
);
