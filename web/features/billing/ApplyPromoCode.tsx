import { Anchor, Box } from '@mantine/core';
import { useState } from 'react';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Subscription } from '#contract/api/subscription.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { useApplyPromoCode } from './queries.ts';
import { PromoCodeField } from './shared/PromoCodeField.tsx';

/** Applies a promo code to a running subscription. */
export const ApplyPromoCode = ({
  accountKey,
  subscription,
}: {
  accountKey: AccountKey;
  subscription: Subscription;
}) => {
  const apply = useApplyPromoCode(accountKey);
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <Anchor component="button" type="button" size="sm" mt="sm" onClick={() => setOpen(true)}>
        Add a promo code
      </Anchor>
    );
  return (
    <Box mt="md" maw={360}>
      <PromoCodeField
        value={apply.variables?.code}
        error={apply.error ? asApiError(apply.error).message : undefined}
        busy={apply.isPending}
        onApply={(code) =>
          code === undefined
            ? apply.reset()
            : apply.mutate(
                { subId: subscription.id, code },
                { onSuccess: () => toastSuccess('The code applies from the next invoice.', 'Promo code applied') },
              )
        }
      />
    </Box>
  );
};
