import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';

/** Prints the page without interactive elements (web/app/print.css). Hidden on phones. */
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
