import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';

/** Shows or hides a row's details. */
export const ExpandButton = ({ isOpen, onClick }: { isOpen: boolean; onClick: () => void }) => (
  <ActionIcon onClick={onClick} aria-expanded={isOpen} aria-label={isOpen ? 'Hide details' : 'Show details'}>
    {isOpen ? <IconChevronDown size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
  </ActionIcon>
);
