/** The GS1 check digit of a number without it: weights 3 and 1 from the right. */
const checkDigit = (digits: string): number => {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    sum += (digits.charCodeAt(digits.length - 1 - place) - 48) * (place % 2 === 0 ? 3 : 1);
  }
  return (10 - (sum % 10)) % 10;
};

/** A UPC-A code (12 digits) or an EAN-13 code (13 digits) of the digits before its check digit. */
export const withCheckDigit = (digits: string): string => digits + checkDigit(digits);

/** Whether a UPC-A or EAN-13 code ends with the right check digit. */
export const hasValidCheckDigit = (code: string): boolean =>
  /^\d{12,13}$/.test(code) && withCheckDigit(code.slice(0, -1)) === code;
