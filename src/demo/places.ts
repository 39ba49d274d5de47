/** A town with the prefix of its postal codes, so that city, state and code agree. */
export interface Place {
  city: string;
  state: string;
  stateCode: string;
  postal: string;
}

const states: Readonly<Record<string, string>> = {
  AZ: "Arizona",
  CA: "California",
  CO: "Colorado",
  CT: "Connecticut",
  FL: "Florida",
  GA: "Georgia",
  IA: "Iowa",
  ID: "Idaho",
  IL: "Illinois",
  IN: "Indiana",
  KS: "Kansas",
  KY: "Kentucky",
  MA: "Massachusetts",
  MD: "Maryland",
  ME: "Maine",
  MI: "Michigan",
  MN: "Minnesota",
  MO: "Missouri",
  MT: "Montana",
  NC: "North Carolina",
  NE: "Nebraska",
  NH: "New Hampshire",
  NJ: "New Jersey",
  NM: "New Mexico",
  NV: "Nevada",
  NY: "New York",
  OH: "Ohio",
  OK: "Oklahoma",
  OR: "Oregon",
  PA: "Pennsylvania",
  SC: "South Carolina",
  TN: "Tennessee",
  TX: "Texas",
  UT: "Utah",
  VA: "Virginia",
  VT: "Vermont",
  WA: "Washington",
  WI: "Wisconsin",
  WY: "Wyoming",
};

const towns = `Portland OR 972 | Bend OR 977 | Eugene OR 974 | Seattle WA 981 | Spokane WA 992 | Bellingham WA 982
Boise ID 837 | Missoula MT 598 | Bozeman MT 597 | Reno NV 895 | Henderson NV 890 | Sacramento CA 958 | Oakland CA 946
San Luis Obispo CA 934 | Pasadena CA 911 | San Diego CA 921 | Tucson AZ 857 | Flagstaff AZ 860 | Santa Fe NM 875
Denver CO 802 | Fort Collins CO 805 | Grand Junction CO 815 | Provo UT 846 | Cheyenne WY 820 | Lincoln NE 685
Wichita KS 672 | Tulsa OK 741 | Austin TX 787 | Dallas TX 752 | El Paso TX 799 | Houston TX 770 | Des Moines IA 503
Duluth MN 558 | Minneapolis MN 554 | Madison WI 537 | Green Bay WI 543 | Chicago IL 606 | Peoria IL 616
Indianapolis IN 462 | Grand Rapids MI 495 | Ann Arbor MI 481 | Columbus OH 432 | Dayton OH 454 | Louisville KY 402
Nashville TN 372 | Knoxville TN 379 | St. Louis MO 631 | Kansas City MO 641 | Atlanta GA 303 | Savannah GA 314
Jacksonville FL 322 | Tampa FL 336 | Charleston SC 294 | Asheville NC 288 | Raleigh NC 276 | Richmond VA 232
Roanoke VA 240 | Baltimore MD 212 | Pittsburgh PA 152 | Lancaster PA 176 | Princeton NJ 085 | Ithaca NY 148
Buffalo NY 142 | Brooklyn NY 112 | Hartford CT 061 | Worcester MA 016 | Manchester NH 031 | Burlington VT 054
Bangor ME 044`;

const townPattern = /^(.+) ([A-Z]{2}) (\d{3})$/;

export const places: readonly Place[] = towns.split(/[|\n]/).map((town) => {
  const [, city = "", stateCode = "", postal = ""] = townPattern.exec(town.trim()) ?? [];
  return { city, state: states[stateCode] ?? "", stateCode, postal };
});

/** The place of a town by its name; the sources are in known towns. */
export const findPlace = (city: string): Place => {
  const place = places.find((candidate) => candidate.city === city);
  if (place === undefined) throw new Error(`No place is called ${city}`);
  return place;
};
