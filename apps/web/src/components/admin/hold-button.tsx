import clsx from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { Button, type ButtonProps } from '@/components/button';

const HOLD_MS = 1200;

/**
 * A button for what cannot be undone: holding it does it at once. A short press, and every press of a key, asks first: not every user can hold.
 */
export function HoldButton({
  onHeld,
  onPress,
  className,
  children,
  ...rest
}: Omit<ButtonProps, 'onClick'> & { onHeld: () => void; onPress: () => void }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const held = useRef(false);
  const [holding, setHolding] = useState(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  const release = () => {
    clearTimeout(timer.current);
    setHolding(false);
  };
  return (
    <Button
      {...rest}
      className={clsx('relative touch-manipulation overflow-hidden', className)}
      onPointerDown={(event) => {
        held.current = false;
        if (event.button !== 0 || rest.busy) return;
        setHolding(true);
        timer.current = setTimeout(() => {
          held.current = true;
          setHolding(false);
          onHeld();
        }, HOLD_MS);
      }}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      // A long press on a phone would open the menu instead.
      onContextMenu={(event) => event.preventDefault()}
      onClick={() => {
        // The click that ends a hold.
        if (!held.current) onPress();
        held.current = false;
      }}
    >
      <span
        aria-hidden
        className={clsx(
          'absolute inset-y-0 left-0 bg-red/30',
          holding ? 'w-full transition-[width] duration-1200 ease-linear' : 'w-0',
        )}
      />
      <span className="relative">{children}</span>
    </Button>
  );
}
