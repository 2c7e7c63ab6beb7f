import { Checkbox, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import type { ChangedAccount } from '#contract/api/accounts.ts';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { FieldGroup } from '../shared/FieldGroup.tsx';

/** Account fields that only portal administrators see and change. */
export const PortalFields = () => {
  const { control, register, formState } = useFormContext<ChangedAccount>();
  const { errors } = formState;
  return (
    <FieldGroup title="Administration" description="Only portal administrators can see and change these fields.">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          {...register('date_to', { setValueAs: (value: string | null) => value || null })}
          label="Contract end"
          description="Leave empty for no end date"
          type="date"
          error={errors.date_to?.message}
        />
      </SimpleGrid>
      <Checkbox {...register('vatid_valid')} label="VAT number verified" />
      <Checkbox {...register('gold_brd')} label="Gold partner" />
      <SwitchField
        control={control}
        name="chat_support"
        label="Show the chat-support widget to members of this account"
        description="Portal administrators never see it."
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
