import { Modal, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type * as z from 'zod/mini';
import { NewNotification, type Notification } from '#contract/api/portal.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { useNotifications } from './content-queries.ts';
import { DateTimeField } from './DateTimeField.tsx';

type FormInput = z.input<typeof NewNotification>;
type FormOutput = z.output<typeof NewNotification>;

/** Creates or edits a notification. */
export const NotificationDialog = ({
  notification,
  onClose,
}: {
  notification: Notification | undefined;
  onClose: () => void;
}) => {
  const { save } = useNotifications();
  const form = useContractForm<FormInput, FormOutput>(NewNotification, {
    title: notification?.title ?? '',
    text: notification?.text ?? '',
    level: notification?.level ?? 'info',
    link: notification?.link ?? '',
    until: notification?.until ?? null,
  });
  const { errors } = form.formState;
  return (
    <Modal
      opened
      onClose={onClose}
      title={notification ? 'Edit notification' : 'Add notification'}
      closeOnClickOutside={false}
      size="lg"
    >
      <ContractForm
        form={form}
        submit={notification ? 'Save' : 'Publish'}
        onSubmit={async (values) => {
          await save.mutateAsync(notification ? { ...values, id: notification.id } : values);
          toastSuccess(notification ? 'Notification saved.' : 'Notification published.');
          onClose();
        }}
        onCancel={onClose}
      >
        <TextInput {...form.register('title')} label="Title" required data-autofocus error={errors.title?.message} />
        <Textarea {...form.register('text')} label="Text" autosize minRows={3} error={errors.text?.message} />
        <NativeSelect
          {...form.register('level')}
          label="Level"
          data={[
            { value: 'info', label: 'Information' },
            { value: 'success', label: 'Success' },
            { value: 'warning', label: 'Warning' },
            { value: 'danger', label: 'Error' },
          ]}
        />
        <TextInput
          {...form.register('link')}
          type="url"
          label="Link"
          description="URL with more information"
          error={errors.link?.message}
        />
        <DateTimeField
          control={form.control}
          name="until"
          label="Until"
          description="Expiry in your time zone. Leave empty to keep it until you remove it."
        />
      </ContractForm>
    </Modal>
  );
};
