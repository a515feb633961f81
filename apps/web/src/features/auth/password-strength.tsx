import clsx from 'clsx';
import { authTexts } from '@/texts/en/auth';

const t = authTexts.register;

/** 0 (too short) to 4: length and kinds of characters. A help for the eye; the rule is the contract's pattern. */
export function passwordStrength(password: string): number {
  if (password.length < 8) return 0;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length;
  return Math.min(4, Math.max(1, kinds - (password.length < 12 ? 1 : 0) + (password.length >= 16 ? 1 : 0)));
}

const colours = ['bg-red', 'bg-red', 'bg-gold-deep', 'bg-green', 'bg-green'];

export function PasswordStrength({ password }: { password: string }) {
  if (!password) return null;
  const level = passwordStrength(password);
  return (
    <div className="mt-2">
      <div aria-hidden className="grid grid-cols-4 gap-1.5">
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className={clsx('h-1.5 rounded-full', step <= Math.max(level, 1) ? colours[level] : 'bg-line')}
          />
        ))}
      </div>
      <p role="status" className="mt-1 text-xs text-muted">
        {t.strength}: {t.strengthLevels[level]}
      </p>
    </div>
  );
}
