import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';

/** Prints the page as it stands; what only works on a screen stays away (web/app/print.css). */
export const PrintButton = () => (
  <Button
    className="no-print"
    variant="default"
    leftSection={<IconPrinter size={16} aria-hidden />}
    onClick={() => window.print()}
  >
    Print
  </Button>
);
