import { Modal, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type * as z from 'zod/mini';
import { NewNotification, type Notification } from '#contract/portal.ts';
import { announceSuccess } from '#web/lib/announce.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { useNotifications } from './content-queries.ts';
import { MomentField } from './MomentField.tsx';

type In = z.input<typeof NewNotification>;
type Out = z.output<typeof NewNotification>;

/** Writes a notification, or changes one. */
export const NotificationDialog = ({
  notification,
  onClose,
}: {
  notification: Notification | undefined;
  onClose: () => void;
}) => {
  const { save } = useNotifications();
  const form = useContractForm<In, Out>(NewNotification, {
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
      title={notification ? 'Edit the notification' : 'Add a notification'}
      closeOnClickOutside={false}
      size="lg"
    >
      <ContractForm
        form={form}
        submit={notification ? 'Save' : 'Put up'}
        onSubmit={async (values) => {
          await save.mutateAsync(notification ? { ...values, id: notification.id } : values);
          announceSuccess(notification ? 'The notification was saved.' : 'Everybody sees it now.');
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
            { value: 'success', label: 'Good news' },
            { value: 'warning', label: 'Warning' },
            { value: 'danger', label: 'Trouble' },
          ]}
        />
        <TextInput
          {...form.register('link')}
          type="url"
          label="Link"
          description="Where more is to be read"
          error={errors.link?.message}
        />
        <MomentField
          control={form.control}
          name="until"
          label="Until"
          description="When it goes by itself, in your time zone; empty: when it is taken down"
        />
      </ContractForm>
    </Modal>
  );
};
