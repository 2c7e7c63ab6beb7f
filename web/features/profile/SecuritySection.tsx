import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SignInState } from '#contract/sign-in.ts';
import { announceSuccess } from '#web/lib/announce.tsx';
import { moment } from '#web/lib/format.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { AuthenticatorDialog } from './AuthenticatorDialog.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import { SignInAgain } from './SignInAgain.tsx';
import { signInQuery, useAddPasskey, useBeginApp, useRemoveFactor, useRenewRecoveryCodes } from './sign-in-queries.ts';

type Factors = NonNullable<SignInState['second_factor']>;
type Factor = Factors['factors'][number];

const kinds = { totp: 'Authenticator app', passkey: 'Passkey' } as const satisfies Record<Factor['kind'], string>;

/** The second factors of the person, with the codes for who loses them. */
export const SecuritySection = () => {
  const { data } = useSuspenseQuery(signInQuery);
  const [codes, setCodes] = useState<readonly string[]>();
  const { second_factor: factors } = data;
  return (
    <Surface
      id="security"
      title="Sign-in and security"
      description="A second factor protects your account even from people who know your password."
    >
      {factors ? (
        <Stack>
          <FactorList factors={factors.factors} isChangeable={data.recent} />
          {data.recent ? <FactorActions factors={factors} onCodes={setCodes} /> : <SignInAgain section="security" />}
        </Stack>
      ) : (
        <Text>Second factors are managed by your sign-in provider.</Text>
      )}
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />
    </Surface>
  );
};

const FactorList = ({ factors, isChangeable }: { factors: readonly Factor[]; isChangeable: boolean }) =>
  factors.length === 0 ? (
    <Text c="dimmed">No second factor yet: your password alone signs you in.</Text>
  ) : (
    <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {factors.map((factor) => (
        <Group key={factor.id} component="li" justify="space-between" wrap="nowrap">
          <div>
            <Group gap="xs">
              <Text fw={600}>{factor.name}</Text>
              {factor.name !== kinds[factor.kind] && <Badge color="gray">{kinds[factor.kind]}</Badge>}
            </Group>
            <Text size="sm" c="dimmed">
              Added {moment(factor.created)}
              {factor.last_used !== null && `, last used ${moment(factor.last_used)}`}
            </Text>
          </div>
          {isChangeable && <RemoveButton factor={factor} />}
        </Group>
      ))}
    </Stack>
  );

const RemoveButton = ({ factor }: { factor: Factor }) => {
  const [asks, setAsks] = useState(false);
  const remove = useRemoveFactor();
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        flex="none"
        aria-label={`Remove ${factor.name}, added ${moment(factor.created)}`}
        onClick={() => setAsks(true)}
      >
        Remove
      </Button>
      <ConfirmDialog
        opened={asks}
        title={`Remove ${factor.name}?`}
        confirm="Remove"
        danger
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(factor.id, {
            onSuccess: () => announceSuccess(`${factor.name} was removed.`),
            onSettled: () => setAsks(false),
          })
        }
        onClose={() => setAsks(false)}
      >
        Sign-in will no longer ask for it. Without a second factor your password alone signs you in, and your recovery
        codes end.
      </ConfirmDialog>
    </>
  );
};

type ActionsProps = { factors: Factors; onCodes: (codes: readonly string[]) => void };

const FactorActions = ({ factors, onCodes }: ActionsProps) => {
  const begin = useBeginApp();
  const addPasskey = useAddPasskey();
  const renew = useRenewRecoveryCodes();
  const take = ({ recovery_codes }: { recovery_codes: readonly string[] | null }): void => {
    announceSuccess('Your second factor was saved.');
    if (recovery_codes) onCodes(recovery_codes);
  };
  return (
    <>
      <Group gap="sm">
        <Button loading={begin.isPending} onClick={() => begin.mutate()}>
          Add an authenticator app
        </Button>
        {factors.passkeys && 'PublicKeyCredential' in window && (
          <Button
            variant="default"
            loading={addPasskey.isPending}
            onClick={() => addPasskey.mutate('Passkey', { onSuccess: take })}
          >
            Add a passkey
          </Button>
        )}
      </Group>
      {factors.factors.length > 0 && (
        <Group gap="sm">
          <Text size="sm">Recovery codes left: {factors.recovery_codes}</Text>
          <Button
            size="compact-sm"
            variant="default"
            loading={renew.isPending}
            onClick={() =>
              renew.mutate(undefined, { onSuccess: ({ recovery_codes }) => onCodes(recovery_codes ?? []) })
            }
          >
            Make new recovery codes
          </Button>
        </Group>
      )}
      <AuthenticatorDialog app={begin.data} onClose={begin.reset} onAdded={take} />
    </>
  );
};
