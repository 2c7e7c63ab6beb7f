import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';

/** Prints the page as it stands; what only works on a screen stays away (web/app/print.css). Not offered on a telephone. */
export const PrintButton = () => (
  <Button
    className="no-print"
    visibleFrom="xs"
    variant="default"
    leftSection={<IconPrinter size={16} aria-hidden />}
    onClick={() => window.print()}
  >
    Print
  </Button>
);
