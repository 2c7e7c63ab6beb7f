import { Code, Modal, Stack, Text, TextInput } from '@mantine/core';
import * as z from 'zod/mini';
import type { NewApp } from '#contract/api/sign-in.ts';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { useAddApp } from './sign-in-queries.ts';

const AppCode = z.object({ code: z.string().check(z.trim(), z.minLength(6, 'Enter the 6-digit code from your app.')) });
type AppCode = z.infer<typeof AppCode>;
type Props = {
  /** The app that the server prepared; undefined while the dialog is closed. */
  app: NewApp | undefined;
  onClose: () => void;
  onAdded: (added: { recovery_codes: readonly string[] | null }) => void;
};

/** Sets up an authenticator app: a QR code to scan, then a code to verify it. */
export const AuthenticatorDialog = ({ app, onClose, onAdded }: Props) => (
  <Modal opened={app !== undefined} onClose={onClose} title="Add authenticator app">
    {app && <AppSetup app={app} onClose={onClose} onAdded={onAdded} />}
  </Modal>
);

const AppSetup = ({ app, onClose, onAdded }: Props & { app: NewApp }) => {
  const add = useAddApp();
  const form = useContractForm<AppCode, AppCode>(AppCode, { code: '' });
  return (
    <Stack>
      <Text>Scan this with your authenticator app, then enter the code it shows.</Text>
      <QrCode {...app.qr} />
      <Text size="sm" ta="center">
        No camera? Enter this key: <Code>{app.secret.match(/.{1,4}/g)?.join(' ')}</Code>
      </Text>
      <ContractForm
        form={form}
        submit="Add app"
        onCancel={onClose}
        onSubmit={async ({ code }) => {
          const added = await add.mutateAsync({ code, name: 'Authenticator app' });
          form.reset({ code: '' });
          onClose();
          onAdded(added);
        }}
      >
        <TextInput
          {...form.register('code')}
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          error={form.formState.errors.code?.message}
        />
      </ContractForm>
    </Stack>
  );
};

/** Dark on white in every theme, so that cameras can read it. */
const QrCode = ({ size, path }: { size: number; path: string }) => (
  <svg viewBox={`0 0 ${size} ${size}`} width={220} style={{ margin: '0 auto' }} role="img" aria-label="QR code">
    <rect width={size} height={size} fill="#fff" />
    <path d={path} fill="#000" />
  </svg>
);
