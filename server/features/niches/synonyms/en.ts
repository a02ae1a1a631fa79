import type { NicheWords } from '../rules.ts';

/** What people type for each niche, the name on the screen first. */
export const EN: NicheWords = {
  food: 'food, foodie, food blogger, food creator, food vlogger, food reviews, gastronomy, culinary, eats, foodstagram, food porn',
  coffee:
    'coffee, café, cafe, coffee shop, coffee house, barista, espresso, latte art, specialty coffee, coffee roaster, coffee lover, roastery',
  tea: 'tea, tea house, tea room, tea shop, matcha, bubble tea, boba, afternoon tea',
  restaurants:
    'restaurants, restaurant, restaurant reviews, dining, eating out, dining out, bistro, fine dining, eatery, trattoria, food critic, restaurant blogger',
  brunch: 'brunch, breakfast, brunch spots, breakfast club, pancakes, eggs benedict',
  streetFood: 'street food, food truck, fast food, burger, kebab, taco, takeaway, takeout, street eats, hot dog',
  cooking: 'cooking, recipe, home cook, home cooking, chef, cook, kitchen, meal prep, easy recipes, cooking blogger',
  bakery: 'bakery, bread, sourdough, baker, baking, boulangerie, croissant, home baker, pastry shop, bakehouse',
  desserts:
    'desserts, dessert, cake, sweets, pastry, pastry chef, ice cream, gelato, chocolate, cupcake, cookies, donut, doughnut, confectionery',
  vegan: 'vegan, plant-based, plant based, veganism, vegan food, vegan recipes, dairy-free',
  vegetarian: 'vegetarian, veggie, meatless, meat-free, vegetarian food, vegetarian recipes',
  healthyFood:
    'healthy eating, healthy food, clean eating, healthy recipes, salad, smoothie, juice bar, low carb, keto, high protein',
  glutenFree: 'gluten-free, gluten free, coeliac, celiac, allergy friendly, no gluten',
  halal: 'halal food, halal, halal restaurant, halal foodie, zabiha',
  wine: 'wine, winery, vineyard, sommelier, wine bar, wine tasting, natural wine, wine lover, champagne',
  beer: 'beer, craft beer, brewery, brewer, pub, taproom, home brewing, beer lover, ale',
  cocktails:
    'cocktails, cocktail, bartender, mixology, mixologist, cocktail bar, spirits, gin, mocktail, whisky, whiskey',
  barbecue: 'barbecue, bbq, barbeque, grill, grilling, pitmaster, smokehouse, steak',
  pizza:
    'pizza and italian food, pizza, pizzeria, pasta, italian food, italian restaurant, neapolitan pizza, pizzaiolo',
  asianFood:
    'asian food, sushi, ramen, asian restaurant, japanese food, korean food, chinese food, thai food, noodles, dim sum, poke bowl, indian food, curry',
  beauty:
    'beauty, beauty blogger, beauty influencer, cosmetics, beauty salon, beautician, beauty guru, beauty tips, beauty therapist',
  makeup: 'makeup, make-up, make up, makeup artist, mua, lipstick, makeup tutorial, glam',
  skincare:
    'skin care, skincare, facial, skincare routine, esthetician, aesthetician, acne, sunscreen, k-beauty, dermatology, serum',
  hair: 'hair, hairdresser, hair salon, hair stylist, hairstyle, hair care, haircare, curly hair, colorist, braids, balayage',
  barber: "barber, barbershop, beard, men's grooming, mens grooming, fade haircut, beard care, shaving",
  nails: 'nails, nail art, manicure, nail artist, nail tech, nail salon, gel nails, pedicure',
  fragrance: 'fragrance, perfume, perfumery, scent, cologne, perfume lover, eau de parfum',
  cleanBeauty:
    'natural cosmetics, clean beauty, natural beauty, organic cosmetics, organic beauty, cruelty-free, natural skincare',
  tattoos: 'tattoos, tattoo, tattoo artist, tattooist, piercing, tattoo studio, body art',
  fashion:
    'fashion, fashion blogger, style, stylist, outfit, ootd, lookbook, fashionista, clothes, clothing, boutique, apparel',
  womensFashion: "women’s fashion, womenswear, dress, women's clothing, womens fashion, ladies fashion, ladieswear",
  mensFashion: "men’s fashion, menswear, mens fashion, men's style, suit, tailor, men's clothing, mens style",
  streetwear: 'streetwear, street style, urban fashion, streetstyle, hypebeast, urban wear',
  sneakers: 'sneakers, sneakerhead, trainers, shoes, kicks, footwear, sneaker collector',
  jewelry:
    'jewelry, jewellery, jeweler, jeweller, earrings, watches, necklace, goldsmith, handmade jewelry, accessories',
  vintage:
    'vintage and second hand, vintage, second hand, second-hand, secondhand, thrift, thrifting, preloved, pre-loved, retro, upcycled fashion, thrift shop, antiques',
  luxury:
    'luxury, high fashion, designer fashion, luxury fashion, haute couture, designer bags, luxury lifestyle, luxury brands',
  modestFashion: 'modest fashion, hijab, hijabi, modest wear, abaya, hijab style, modest style',
  plusSize: 'plus size, curvy, body positive, body positivity, plus-size fashion, size inclusive, curvy fashion',
  kidsFashion: "kids’ fashion, kids fashion, children's clothing, baby clothes, kidswear, kids clothes, childrenswear",
  fitness:
    'fitness, workout, personal trainer, fitness coach, training, crossfit, fitness trainer, home workout, exercise, fitfluencer',
  yoga: 'yoga, yogi, yogini, yoga teacher, yoga studio, vinyasa, yoga instructor, ashtanga',
  pilates: 'pilates, reformer, pilates studio, pilates instructor, barre',
  running: 'running, runner, marathon, jogging, half marathon, trail running, run club, 10k run, parkrun, marathoner',
  gym: 'gym and strength, gym, weightlifting, bodybuilding, bodybuilder, powerlifting, strength training, gym rat, lifting',
  wellness:
    'wellness, well-being, wellbeing, self-care, self care, healthy living, healthy lifestyle, holistic, wellness coach',
  nutrition: 'nutrition, nutritionist, dietitian, diet, weight loss, supplements, dietician, slimming, healthy weight',
  mentalHealth:
    'mental health, psychology, psychologist, therapy, therapist, anxiety, mindset, psychotherapist, burnout',
  meditation: 'meditation, mindfulness, breathwork, sound bath, meditation teacher, guided meditation',
  spa: 'spa and massage, spa, massage, sauna, hammam, thermal baths, masseur, massage therapist, wellness center',
  health:
    'health and medicine, health, doctor, medicine, medical, nurse, pharmacist, dentist, physiotherapist, dental, pharmacy, healthcare, clinic',
  sports: 'sports, sport, athlete, sporty, sports fan, sports journalist, triathlon, volleyball, rugby, handball',
  soccer: 'soccer, football, footballer, soccer player, football fan, futsal, football club',
  basketball: 'basketball, nba, streetball, basketball player, hoops, basketball coach',
  tennis: 'tennis, tennis player, tennis coach, badminton, table tennis, ping pong, tennis club',
  padel: 'padel, paddle tennis, padel player, padel club, pickleball, squash',
  cycling: 'cycling, cyclist, bike, biking, bicycle, mtb, mountain bike, mountain biking, road bike, gravel bike',
  swimming: 'swimming, swimmer, swim, open water swimming, pool, swim coach, diving',
  climbing: 'climbing, climber, bouldering, rock climbing, climbing gym, mountaineering, alpinism',
  surfing: 'surfing, surfer, surf, kitesurf, kitesurfing, windsurfing, wakeboard, sup, sailing',
  skiing: 'skiing and snowboarding, ski, skiing, skier, snowboard, snowboarding, snowboarder, winter sports',
  martialArts:
    'martial arts, boxing, boxer, mma, kickboxing, karate, judo, jiu-jitsu, bjj, muay thai, taekwondo, self-defense',
  golf: 'golf, golfer, golf course, golf club, golf coach',
  horseRiding: 'horse riding, horse, equestrian, horseback riding, riding school, equine, pony',
  motorsport: 'motorsport, formula 1, f1, racing, rally, karting, race driver, motogp, race car',
  skateboarding: 'skateboarding, skater, skateboard, longboard, skatepark, roller skating, rollerblading',
  travel:
    'travel, traveler, traveller, travel blogger, travelling, traveling, globetrotter, wanderlust, vacation, holiday, travel vlogger, trip, road trip, backpacker, tourism',
  localGuide:
    'local guides, local guide, city guide, things to do, hidden gems, local tips, day trips, city tips, what to do, city life, local blogger',
  hotels: 'hotels, hotel, resort, airbnb, bed and breakfast, b&b, hostel, hotel reviews, guesthouse, accommodation',
  budgetTravel: 'budget travel, backpacking, cheap travel, low-cost travel, cheap flights, travel deals, solo travel',
  familyTravel:
    'family travel, travel with kids, traveling with kids, family vacation, family holiday, travelling with kids',
  outdoors: 'outdoors, outdoor, nature, adventure, outdoorsy, wilderness, wildlife, national parks, bushcraft',
  hiking: 'hiking, hiker, hike, trekking, trails, walking, mountains, thru-hiking, rambling',
  camping:
    'camping and van life, camping, camper, van life, vanlife, campervan, motorhome, tent, rv, glamping, campsite',
  fishing: 'fishing, angler, angling, fly fishing, fisherman, carp fishing, bass fishing',
  home: 'home, home decor creator, homeware, housewares, furniture, household, home inspo, homemaker, kitchenware',
  interior:
    'interior design, interior, interiors, home decor, decor, interior designer, home styling, decoration, home staging, interior decorator',
  diy: 'diy, home improvement, renovation, do it yourself, handyman, woodworking, remodeling, home renovation, fixer upper, carpenter',
  gardening: 'gardening, garden, gardener, vegetable garden, landscaping, allotment, urban gardening, homesteading',
  plants:
    'house plants, houseplant, house plant, plant, plant mom, plant parent, succulents, indoor plants, urban jungle',
  cleaning:
    'cleaning and organizing, cleaning, cleaner, organizing, organising, decluttering, declutter, cleantok, tidying, laundry',
  realEstate:
    'real estate, realtor, property, real estate agent, estate agent, apartments, housing, home tours, property investor',
  family:
    'family, family life, family blogger, grandparents, large family, family vlogger, relationship, couples, family friendly',
  parenting:
    'parenting, mom, mum, dad, mother, father, mommy blogger, mummy blogger, motherhood, fatherhood, parent, mumfluencer, momfluencer, toddler, kids, children',
  babies: 'babies, baby, newborn, breastfeeding, baby gear, stroller, infant, baby food',
  pregnancy: 'pregnancy, pregnant, mom-to-be, mum-to-be, maternity, midwife, doula, birth',
  kidsActivities:
    'kids’ activities, kids activities, toys, toy, crafts for kids, playground, montessori, activities for children',
  pets: 'pets, pet, animals, animal, vet, veterinarian, pet shop, pet care, pet influencer, pet lover',
  dogs: 'dogs, dog, puppy, puppies, dog mom, dog trainer, dogs of instagram, dog lover, dog walker, doggo',
  cats: 'cats, cat, kitten, cat lover, cats of instagram, cat mom, kitty',
  art: 'art, artist, artwork, contemporary art, fine art, sculptor, sculpture, art gallery, art lover',
  painting:
    'painting and illustration, painting, painter, drawing, illustration, illustrator, watercolor, digital art, sketch, calligraphy',
  photography:
    'photography, photographer, portrait photographer, photoshoot, street photography, landscape photography',
  videography:
    'videography, videographer, filmmaker, film maker, video editing, drone, cinematography, video production, drone pilot',
  design:
    'design, designer, graphic design, graphic designer, architecture, architect, typography, ui design, product design, branding',
  dance:
    'dance, dancer, dancing, choreographer, ballet, salsa, hip hop dance, dance school, ballroom, tango, dance teacher',
  theater: 'theater, theatre, actor, actress, acting, musical, opera, drama school',
  museums: 'museums and culture, museum, culture, exhibition, art exhibition, cultural heritage, galleries',
  crafts:
    'crafts, craft, handmade, crafter, artisan, crafting, scrapbooking, candle making, maker, soap making, handicraft',
  ceramics: 'ceramics, pottery, potter, ceramic, ceramist, ceramicist, clay, stoneware',
  knitting:
    'knitting and sewing, knitting, knitter, crochet, sewing, embroidery, yarn, seamstress, wool, quilting, needlework',
  music:
    'music, musician, singer, band, songwriter, guitar, guitarist, pianist, cover songs, rock, jazz, indie music, classical music, vocalist',
  djs: 'djs and electronic music, dj, electronic music, techno, house music, edm, music producer, rave',
  hipHop: 'hip-hop, hip hop, rap, rapper, beatmaker, trap music, freestyle rap',
  entertainment:
    'entertainment, pop culture, celebrity, celebrities, viral videos, show business, entertainer, tv shows',
  comedy: 'comedy, comedian, funny, humor, humour, sketches, stand-up, stand up, memes, jokes, comic, prank',
  movies: 'movies and series, movie, film, cinema, film critic, tv series, netflix, movie reviews, cinephile',
  books:
    'books, book, bookstagram, booktok, reader, reading, writer, author, book reviews, literature, bookworm, book blogger, poetry, poet, bookshop',
  podcasts: 'podcasts, podcast, podcaster, radio host, audio stories, radio',
  anime: 'anime and cosplay, anime, manga, cosplay, cosplayer, otaku, comics, comic books, k-pop, kpop',
  gaming:
    "gaming, gamer, video games, streamer, twitch, playstation, let's play, xbox, nintendo, minecraft, game reviews, videogames",
  esports: 'esports, e-sports, esport, pro gamer, league of legends, counter-strike, valorant, gaming tournament',
  boardGames:
    'board games, board game, tabletop, tabletop games, chess, puzzles, card games, dungeons and dragons, lego',
  tech: 'tech, technology, tech reviewer, techie, tech blogger, tech reviews, software, computers, innovation, apps',
  gadgets:
    'gadgets, gadget, smartphone, unboxing, electronics, phones, headphones, smart home, wearables, iphone, android',
  ai: 'artificial intelligence, ai, machine learning, chatgpt, ai tools, generative ai, ai art, prompt engineering',
  programming:
    'programming, programmer, developer, coding, coder, web development, software developer, web developer, software engineer',
  business:
    'business, entrepreneur, entrepreneurship, startup, small business, founder, business owner, side hustle, e-commerce, solopreneur, women in business',
  finance:
    'finance, personal finance, investing, investor, crypto, stocks, budgeting, finfluencer, saving money, trading, bitcoin, insurance',
  marketing:
    'marketing, social media marketing, digital marketing, social media manager, advertising, marketer, seo, content strategy, copywriter',
  careers:
    'careers, career, job search, career coach, jobs, recruiter, remote work, freelancing, freelancer, hr, digital nomad',
  education:
    'education, teacher, teaching, learning, school, student, study, studygram, studytok, university, tutor, teacher life, history',
  languageLearning:
    'language learning, language teacher, learn english, polyglot, english teacher, learn french, learn spanish, language school, esl',
  science:
    'science, scientist, science communicator, physics, biology, astronomy, space, chemistry, stem, popular science',
  cars: 'cars, car, automotive, auto, car reviews, car detailing, electric car, supercars, petrolhead, garage, tuning, ev, car enthusiast',
  motorcycles: 'motorcycles, motorcycle, motorbike, biker, scooter, moto, motovlog, motorcyclist',
  events:
    "events, event, event planner, festival, events agenda, event planning, what's on, event organizer, conference",
  weddings:
    'weddings, wedding, bride, bridal, wedding planner, wedding photographer, groom, wedding dress, bridesmaid, bridetobe',
  parties:
    "parties and celebrations, party, birthday, party planner, balloons, birthday party, children's party, baby shower, celebrations, birthday cake",
  concerts: 'concerts and live music, concert, live music, gig, music festival, festivals, gigs, live shows',
  nightlife: 'nightlife, nightclub, clubbing, bars, bar, night out, party scene, rooftop bar, party life',
  flowers: 'flowers, flower, florist, bouquet, floral design, flower shop, floristry, floral',
  sustainability:
    'sustainability, sustainable, eco-friendly, eco friendly, zero waste, zero-waste, green living, ecology, climate, environment, ethical, slow fashion, recycling',
  lifestyle:
    'lifestyle, lifestyle blogger, lifestyle vlogger, vlog, vlogger, daily life, day in my life, everyday life, grwm, minimalism, productivity, motivation',
  spirituality:
    'spirituality, astrology, tarot, spiritual, horoscope, faith, religion, religious, zodiac, reiki, manifestation',
  shopping:
    'shopping and discounts, shopping and deals, shopping, bargain, deals, discount, coupon, haul, sales, shopaholic, gift ideas, gifts, unboxing haul',
};
