import type { NicheWords } from '../rules.ts';

/** What people type for each niche, the name on the screen first. */
export const FR: NicheWords = {
  food: 'cuisine, gastronomie, foodie, food, blogueur culinaire, blogueuse culinaire, influenceur food, influenceuse food, gourmand, gourmande, bonne bouffe, bouffe, bonnes adresses, gastronomique, culinaire',
  coffee:
    'café, barista, coffee shop, torréfacteur, torréfaction, café de spécialité, latte art, espresso, salon de café',
  tea: 'thé, salon de thé, matcha, bubble tea, infusion, tisane',
  restaurants:
    'restaurants, restaurant, resto, critique gastronomique, bistrot, brasserie, bouchon, tester des restos, blogueur resto, bonnes tables, restauration',
  brunch: 'brunch, petit-déjeuner, petit déjeuner, petit déj, pancakes',
  streetFood: 'street food, food truck, burger, kebab, tacos, restauration rapide, fast-food, cuisine de rue',
  cooking:
    'recettes, recette, cuisinier, cuisinière, cuisiner, cuisine maison, chef, fait maison, recettes faciles, batch cooking',
  bakery: 'boulangerie, pain, boulanger, boulangère, levain, croissant, viennoiserie, baguette',
  desserts:
    'pâtisserie et desserts, pâtisserie, pâtissier, pâtissière, dessert, gâteau, glace, glacier, chocolat, chocolatier, cake design, confiserie, douceurs',
  vegan: 'végan, vegan, végane, végétalien, végétalienne, cuisine végétale, véganisme',
  vegetarian: 'végétarien, végétarienne, veggie, sans viande, végé, cuisine végétarienne',
  healthyFood:
    'alimentation saine, manger sain, healthy, healthy food, cuisine saine, manger équilibré, recettes healthy, rééquilibrage alimentaire',
  glutenFree: 'sans gluten, gluten free, cœliaque, allergies alimentaires, intolérant au gluten',
  halal: 'cuisine halal, halal, restaurant halal, foodie halal',
  wine: 'vin, œnologie, vigneron, vigneronne, sommelier, sommelière, caviste, vignoble, vin nature, bar à vin, champagne, domaine viticole',
  beer: 'bière, brasseur, bière artisanale, microbrasserie, pub, craft beer, bière locale',
  cocktails: 'cocktails, cocktail, barman, mixologie, bartender, bar à cocktails, spiritueux, apéro, mocktail',
  barbecue: 'barbecue, bbq, grillades, viande, boucher, boucherie, plancha',
  pizza: 'pizza et cuisine italienne, pizza, pizzeria, pizzaïolo, pâtes, cuisine italienne, restaurant italien',
  asianFood:
    'cuisine asiatique, sushi, ramen, cuisine japonaise, cuisine coréenne, cuisine chinoise, cuisine thaï, restaurant asiatique, restaurant japonais, cuisine indienne, bo bun',
  beauty:
    'beauté, blogueuse beauté, influenceuse beauté, cosmétique, esthéticienne, institut de beauté, salon de beauté, conseils beauté, produits de beauté',
  makeup: 'maquillage, maquilleuse, maquilleur, make-up, makeup, mua, tuto maquillage, rouge à lèvres',
  skincare:
    'soins de la peau, skincare, soin de la peau, soins du visage, routine beauté, crème, acné, peau, sérum, protection solaire, soin visage',
  hair: 'cheveux, coiffure, coiffeur, coiffeuse, salon de coiffure, cheveux bouclés, coloriste, soin capillaire, capillaire, tresses, balayage',
  barber: 'barbier, barbe, barber, barber shop, coiffeur homme, soins homme, rasage',
  nails: "ongles, manucure, nail art, prothésiste ongulaire, onglerie, pose d'ongles, vernis, vernis à ongles",
  fragrance: 'parfum, parfumerie, parfumeur, parfums de niche, eau de parfum, fragrance',
  cleanBeauty:
    'cosmétiques naturels, cosmétique naturel, beauté naturelle, cosmétique bio, clean beauty, slow cosmétique, cosmétiques bio',
  tattoos: 'tatouage, tatoueur, tatoueuse, tattoo, piercing, salon de tatouage, tatoué',
  fashion:
    'mode, blogueuse mode, influenceuse mode, styliste, tenue, look, ootd, fashion, vêtements, prêt-à-porter, fringues, tendance mode, boutique de vêtements',
  womensFashion: 'mode femme, mode féminine, robe, vêtements femme, prêt-à-porter féminin',
  mensFashion: 'mode homme, mode masculine, costume, tailleur, vêtements homme, style masculin, menswear',
  streetwear: 'streetwear, mode urbaine, style urbain, street style, mode de rue',
  sneakers: 'sneakers, baskets, chaussures, sneaker, sneakerhead, tennis de collection, souliers',
  jewelry:
    "bijoux, bijou, bijouterie, bijoutier, joaillerie, montres, horlogerie, boucles d'oreilles, créatrice de bijoux, accessoires de mode",
  vintage:
    'vintage et seconde main, vintage, seconde main, friperie, fripes, vinted, chineuse, brocante, rétro, dépôt-vente, antiquités',
  luxury: 'luxe, haute couture, marques de luxe, mode de luxe, maison de luxe, haut de gamme',
  modestFashion: 'mode modeste, hijab, mode pudique, abaya, modest fashion, foulard',
  plusSize: 'grande taille, grandes tailles, curvy, ronde, body positive, plus size, mode ronde',
  kidsFashion: 'mode enfant, vêtements enfant, mode bébé, vêtements bébé, prêt-à-porter enfant',
  fitness:
    'sport, fitness, coach sportif, coach sportive, entraînement, crossfit, remise en forme, sportif, sportive, coach fitness, salle de sport à la maison',
  yoga: 'yoga, prof de yoga, professeur de yoga, studio de yoga, yogi, yogini, vinyasa',
  pilates: 'pilates, reformer, studio de pilates, prof de pilates, pilate',
  running: 'course à pied, running, coureur, coureuse, marathon, jogging, trail, semi-marathon, footing, runner',
  gym: 'musculation, muscu, salle de sport, salle de muscu, bodybuilding, haltérophilie, force athlétique, gym',
  wellness:
    'bien-être, bien être, prendre soin de soi, self-care, vie saine, mode de vie sain, wellness, naturopathie, naturopathe',
  nutrition:
    'nutrition, nutritionniste, diététicien, diététicienne, perte de poids, régime, minceur, compléments alimentaires',
  mentalHealth:
    'santé mentale, psychologie, psychologue, psy, thérapie, thérapeute, développement personnel, anxiété, burn-out',
  meditation: 'méditation, pleine conscience, sophrologie, sophrologue, respiration, mindfulness, méditer',
  spa: 'spa et massage, spa, massage, hammam, sauna, thermes, masseur, masseuse, thalasso, balnéo',
  health:
    'santé, médecin, médecine, docteur, infirmier, infirmière, pharmacie, pharmacien, dentiste, kiné, kinésithérapeute, ostéopathe, clinique',
  sports:
    'sports et compétitions, sports, athlète, athlétisme, triathlon, rugby, handball, volley, disciplines sportives, journaliste sportif',
  soccer: 'football, foot, footballeur, footballeuse, futsal, club de foot, fan de foot',
  basketball: 'basket-ball, basket, basketball, basketteur, basketteuse, nba, streetball',
  tennis: 'tennis, joueur de tennis, badminton, ping-pong, tennis de table, club de tennis',
  padel: 'padel, squash, joueur de padel, club de padel, pickleball',
  cycling: 'vélo, cyclisme, cycliste, vtt, bicyclette, vélo de route, gravel, vélotaf',
  swimming: 'natation, nageur, nageuse, piscine, nager, plongée, eau libre',
  climbing: "escalade, grimpeur, grimpeuse, bloc, salle d'escalade, alpinisme, grimpe",
  surfing:
    'surf et sports nautiques, surf, surfeur, surfeuse, kitesurf, voile, paddle, planche à voile, sports nautiques',
  skiing: "ski et snowboard, ski, skieur, skieuse, snowboard, sports d'hiver, station de ski",
  martialArts:
    'arts martiaux, art martial, boxe, boxeur, boxeuse, mma, judo, karaté, jiu-jitsu, sports de combat, krav maga',
  golf: 'golf, golfeur, golfeuse, parcours de golf, club de golf',
  horseRiding: 'équitation, cheval, chevaux, cavalier, cavalière, équestre, centre équestre, poney',
  motorsport:
    'sport automobile, formule 1, f1, rallye, karting, course automobile, pilote automobile, sports mécaniques',
  skateboarding: 'skate, skateboard, skateur, skateuse, skatepark, roller, longboard',
  travel:
    'voyage, voyager, voyageur, voyageuse, blogueur voyage, blogueuse voyage, influenceur voyage, road trip, vacances, tourisme, travel, globe-trotteur',
  localGuide:
    'guides locaux, bons plans locaux, guide local, city guide, que faire, sorties, lieux insolites, visite guidée, vie locale, bons plans sorties, créateur local',
  hotels: "hôtels, hôtel, hôtellerie, hébergement, airbnb, chambre d'hôtes, gîte, auberge, séjour",
  budgetTravel:
    'voyage petit budget, petit budget, voyage pas cher, sac à dos, backpacking, backpacker, voyager pas cher, voyage en solo',
  familyTravel: 'voyage en famille, voyager en famille, vacances en famille, voyage avec enfants',
  outdoors: 'plein air, outdoor, nature, aventure, grand air, activités de plein air, aventurier, vie sauvage, faune',
  hiking: 'randonnée, rando, randonneur, randonneuse, trek, trekking, montagne, marche',
  camping: 'camping et van, camping, van life, vanlife, camping-car, fourgon aménagé, tente, van aménagé, bivouac',
  fishing: 'pêche, pêcheur, pêcheuse, pêche à la mouche, pêche à la carpe, carpiste',
  home: 'maison, mobilier, meubles, arts de la table, équipement de la maison, linge de maison, intérieur cosy',
  interior:
    "décoration d’intérieur, déco, décoration, décoratrice, décorateur, architecte d'intérieur, décoration intérieure, architecture d'intérieur, home staging, intérieur",
  diy: 'bricolage, diy, rénovation, travaux, bricoleur, bricoleuse, menuiserie, menuisier, faire soi-même, artisan du bâtiment',
  gardening: 'jardinage, jardin, jardinier, jardinière, potager, paysagiste, permaculture, jardinerie',
  plants: "plantes d’intérieur, plantes, plante verte, plantes vertes, plante d'intérieur, succulentes, urban jungle",
  cleaning:
    'ménage et rangement, ménage, rangement, nettoyage, home organiser, home organizer, organisation de la maison, produits ménagers',
  realEstate:
    'immobilier, agent immobilier, agence immobilière, appartement, investissement immobilier, logement, visite immobilière',
  family: 'famille, vie de famille, famille nombreuse, blogueuse famille, couple, grands-parents, familial',
  parenting:
    'parentalité, maman, papa, parents, mère, père, maman blogueuse, éducation positive, enfants, instamaman, maternité',
  babies: 'bébé, bébés, nourrisson, allaitement, puériculture, poussette, nouveau-né, crèche',
  pregnancy: 'grossesse, enceinte, future maman, sage-femme, accouchement, femme enceinte, doula',
  kidsActivities:
    'activités pour enfants, activité enfant, jouets, jouet, jeux pour enfants, activités enfants, montessori, loisirs enfants',
  pets: 'animaux, animal, animaux de compagnie, animalerie, vétérinaire, animal de compagnie',
  dogs: 'chiens, chien, chiot, chienne, éducateur canin, dog, toutou, canin',
  cats: 'chats, chat, chaton, félin, maman de chat',
  art: "art, artiste, arts, art contemporain, galerie d'art, sculpture, sculpteur, sculptrice, œuvre, beaux-arts",
  painting:
    'peinture et illustration, peinture, peintre, dessin, illustration, illustrateur, illustratrice, aquarelle, dessinateur, dessinatrice, calligraphie',
  photography: 'photographie, photographe, portrait photo, shooting photo, photographie de rue, photo de paysage',
  videography: 'vidéo, vidéaste, réalisateur, réalisatrice, montage vidéo, drone, vidéo pro, cinéaste, tournage',
  design: 'design, designer, graphiste, graphisme, architecture, architecte, typographie, design graphique',
  dance: 'danse, danseur, danseuse, chorégraphe, école de danse, ballet, salsa, prof de danse, danser',
  theater: 'théâtre, comédien, comédienne, acteur, actrice, comédie musicale, opéra, troupe de théâtre',
  museums: 'musées et culture, musée, culture, exposition, expo, patrimoine, sorties culturelles, culturel',
  crafts:
    'loisirs créatifs, artisanat, artisan, artisane, fait main, fait-main, créatrice, bougies, savon, scrapbooking, loisir créatif',
  ceramics: 'céramique, poterie, potier, potière, céramiste, grès, argile',
  knitting: 'tricot et couture, tricot, couture, couturière, crochet, broderie, laine, mercerie, tricoteuse, tricoter',
  music:
    'musique, musicien, musicienne, chanteur, chanteuse, guitariste, groupe de musique, pianiste, guitare, rock, jazz, chanson',
  djs: 'dj et électro, dj, électro, musique électronique, techno, house, producteur de musique, rave',
  hipHop: 'hip-hop, rap, rappeur, rappeuse, hip hop, rap français, beatmaker',
  entertainment: 'divertissement, célébrités, pop culture, télé, buzz, téléréalité, culture pop',
  comedy: 'humour, humoriste, comique, drôle, sketch, stand-up, blagues, mèmes, one-man-show',
  movies: 'films et séries, cinéma, films, série, cinéphile, critique de cinéma, séries télé, netflix',
  books:
    'livres, livre, lecture, lecteur, lectrice, bookstagram, booktok, écrivain, auteur, autrice, roman, littérature, librairie, libraire, poésie, bd',
  podcasts: 'podcasts, podcast, podcasteur, podcasteuse, radio, animateur radio',
  anime: 'manga et cosplay, manga, anime, cosplay, cosplayeur, cosplayeuse, otaku, mangas, animés, k-pop',
  gaming:
    'jeux vidéo, jeu vidéo, gamer, gameur, gameuse, gaming, streamer, streameur, streameuse, twitch, playstation, xbox, nintendo',
  esports: 'e-sport, esport, joueur pro, league of legends, compétition de jeux vidéo, valorant',
  boardGames: 'jeux de société, jeu de société, jeux de plateau, échecs, jeu de rôle, puzzle, jeux de cartes, lego',
  tech: 'tech, technologie, technologies, high-tech, nouvelles technologies, informatique, logiciel, innovation, numérique, applis',
  gadgets:
    'gadgets et smartphones, gadget, smartphone, téléphone, déballage, unboxing, iphone, électronique, domotique, objets connectés',
  ai: 'intelligence artificielle, ia, chatgpt, ia générative, machine learning, outils ia',
  programming:
    'programmation, développeur, développeuse, développement web, coder, codage, programmeur, code informatique',
  business:
    'entreprise, entrepreneur, entrepreneuse, entrepreneuriat, startup, start-up, business, petite entreprise, auto-entrepreneur, indépendant, e-commerce, fondatrice',
  finance:
    'finance, finances personnelles, argent, investissement, investir, bourse, crypto, épargne, budget familial, investisseur, bitcoin, assurance',
  marketing:
    'marketing, community manager, publicité, marketing digital, réseaux sociaux pro, communication, rédacteur web, seo',
  careers:
    'emploi et carrière, emploi, carrière, recrutement, recruteur, coach professionnel, télétravail, freelance, reconversion, rh',
  education:
    'éducation, enseignant, enseignante, professeur, prof, école, étudiant, étudiante, études, maîtresse, cours particuliers, révisions, histoire',
  languageLearning:
    "langues, apprendre l'anglais, prof d'anglais, apprentissage des langues, polyglotte, langue étrangère, cours de langue, fle",
  science:
    'science, sciences, scientifique, vulgarisation, vulgarisateur, physique, biologie, astronomie, chimie, espace',
  cars: "voitures, voiture, auto, automobile, garage, essai auto, voiture électrique, tuning, passionné d'auto, bagnole",
  motorcycles: 'moto, motard, motarde, motos, scooter, motovlog, deux-roues',
  events:
    "événements, événement, évènement, événementiel, festival, organisatrice d'événements, agenda des sorties, salon professionnel",
  weddings: 'mariage, mariée, wedding planner, robe de mariée, photographe de mariage, futurs mariés, marié, mariages',
  parties:
    "fêtes et anniversaires, fête, anniversaire, goûter d'anniversaire, ballons, baby shower, décoration de fête",
  concerts: 'concerts, concert, musique live, festival de musique, live music, salle de concert',
  nightlife:
    'vie nocturne, boîte de nuit, bar, bars, club, clubbing, soirée, soirées, sortir le soir, rooftop, discothèque',
  flowers: 'fleurs, fleur, fleuriste, bouquet, composition florale, floral, art floral',
  sustainability:
    'écologie, écolo, écologique, zéro déchet, développement durable, durable, éco-responsable, écoresponsable, environnement, climat, slow fashion, recyclage',
  lifestyle:
    'lifestyle, mode de vie, art de vivre, vlog, vlogueuse, vlogueur, quotidien, vie quotidienne, blogueuse lifestyle, minimalisme, motivation',
  spirituality: 'spiritualité, astrologie, tarot, horoscope, religion, spirituel, foi, lithothérapie, voyance',
  shopping:
    'shopping et bons plans, shopping, bons plans, bon plan, promos, promo, codes promo, haul, soldes, idées cadeaux, cadeau',
};
