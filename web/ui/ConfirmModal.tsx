import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';

export type ConfirmDialogProps = {
  opened: boolean;
  title: string;
  children: ReactNode;
  confirm: string;
  /** The button that does nothing, if "Cancel" would be misleading. */
  dismiss?: string;
  /** For irreversible actions: the text that must be typed. */
  typed?: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** The lazily loaded dialog of ConfirmDialog. */
export const ConfirmModal = (props: ConfirmDialogProps) => {
  const [text, setText] = useState('');
  const isTyped = props.typed === undefined || text.trim() === props.typed;
  const close = (): void => {
    setText('');
    props.onClose();
  };
  return (
    <Modal opened={props.opened} onClose={close} title={props.title}>
      <Text component="div">{props.children}</Text>
      {props.typed !== undefined && (
        <TextInput
          mt="md"
          label={`Type “${props.typed}” to confirm`}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autoComplete="off"
        />
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close} data-autofocus>
          {props.dismiss ?? 'Cancel'}
        </Button>
        <Button
          color={props.danger ? 'red' : 'brand'}
          disabled={!isTyped}
          loading={props.busy ?? false}
          onClick={() => {
            setText('');
            props.onConfirm();
          }}
        >
          {props.confirm}
        </Button>
      </Group>
    </Modal>
  );
};
