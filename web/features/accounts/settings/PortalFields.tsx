import { Checkbox, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import type { ChangedAccount } from '#contract/accounts.ts';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { FieldGroup } from '../shared/FieldGroup.tsx';

/** What only the portal's administrators say of an account. */
export const PortalFields = () => {
  const { control, register, formState } = useFormContext<ChangedAccount>();
  const { errors } = formState;
  return (
    <FieldGroup title="The portal’s own" description="Only portal administrators see and change these.">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          {...register('date_to', { setValueAs: (value: string | null) => value || null })}
          label="Agreed until"
          description="Empty: without an end"
          type="date"
          error={errors.date_to?.message}
        />
      </SimpleGrid>
      <Checkbox {...register('vatid_valid')} label="The VAT number was checked and is valid" />
      <Checkbox {...register('gold_brd')} label="A partner of the gold programme" />
      <SwitchField
        control={control}
        name="chat_support"
        label="Offer the chat-support widget to the people of this account"
        description="It is never started for portal administrators."
      />
      <Textarea
        {...register('comments')}
        label="Notes"
        autosize
        minRows={3}
        maxRows={12}
        error={errors.comments?.message}
      />
    </FieldGroup>
  );
};
