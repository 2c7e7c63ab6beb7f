import { Modal, Radio, Stack, Text, Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { ListedPerson, PeopleRole } from '#contract/people.ts';
import { announceSuccess } from '#web/lib/announce.tsx';
import { useChangeRole } from '#web/parts/people-queries.ts';
import { isHigher, roleMeaning, standingOf, type Scope } from '#web/parts/people-scope.ts';

type RoleDialogProps = {
  scope: Scope;
  roles: readonly PeopleRole[];
  person: ListedPerson | undefined;
  onClose: () => void;
};

/** Asks which role somebody shall have, and says before it happens whether they are invited to it or have it at once. */
export const RoleDialog = ({ scope, roles, person, onClose }: RoleDialogProps) => (
  <Modal opened={person !== undefined} onClose={onClose} title={`Change the role of ${nameOf(person)}`}>
    {person && <RoleForm key={person.email} scope={scope} roles={roles} person={person} onClose={onClose} />}
  </Modal>
);

const RoleForm = ({ scope, roles, person, onClose }: RoleDialogProps & { person: ListedPerson }) => {
  const { held = 'staff' } = standingOf(person.roles);
  const change = useChangeRole(scope);
  const [role, setRole] = useState<PeopleRole>(held);
  const isUp = isHigher(role, held);
  const apply = async (): Promise<void> => {
    await change.mutateAsync({ email: person.email, role });
    announceSuccess(isUp ? `${nameOf(person)} was invited to be ${role}.` : `${nameOf(person)} is now ${role}.`);
    onClose();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void apply().catch(() => undefined);
      }}
    >
      <Radio.Group label="Role" value={role} onChange={(chosen) => setRole(chosen as PeopleRole)}>
        <Stack gap="sm" mt="xs">
          {roles.map((one) => (
            <Radio
              key={one}
              value={one}
              label={`${one[0]?.toUpperCase()}${one.slice(1)}${one === held ? ' (now)' : ''}`}
              description={roleMeaning(scope.kind, one)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Text size="sm" mt="md" role="status">
        {role === held
          ? 'Choose another role.'
          : isUp
            ? `${nameOf(person)} gets an invitation by e-mail, and stays ${held} until it is accepted.`
            : `This holds at once: ${nameOf(person)} is ${role} from now on, and loses what only ${articled(held)} may do.`}
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button type="submit" disabled={role === held} loading={change.isPending}>
          {isUp ? 'Send the invitation' : 'Change the role'}
        </Button>
      </Group>
    </form>
  );
};

const articled = (role: PeopleRole): string => (role === 'staff' ? 'staff' : `an ${role}`);
const nameOf = (person: ListedPerson | undefined): string => person?.fullName || person?.email || '';
