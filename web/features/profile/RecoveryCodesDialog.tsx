import { Button, Code, Group, Modal, SimpleGrid, Text } from '@mantine/core';
import { toastCopied } from '#web/lib/toasts.tsx';

type Props = { codes: readonly string[] | undefined; onClose: () => void };

/** Shows new recovery codes once. */
export const RecoveryCodesDialog = ({ codes, onClose }: Props) => (
  <Modal
    opened={codes !== undefined}
    onClose={onClose}
    title="Save your recovery codes"
    closeOnClickOutside={false}
    closeOnEscape={false}
    withCloseButton={false}
  >
    <Text>If you lose your second factor, each code signs you in once. They are not shown again.</Text>
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" my="md">
      {codes?.map((code) => (
        <Code key={code} fz="sm">
          {code}
        </Code>
      ))}
    </SimpleGrid>
    <Group justify="flex-end">
      <Button
        variant="default"
        onClick={() => void navigator.clipboard.writeText((codes ?? []).join('\n')).then(toastCopied)}
      >
        Copy
      </Button>
      <Button onClick={onClose}>I saved them</Button>
    </Group>
  </Modal>
);
